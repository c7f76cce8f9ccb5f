(* Labels at quiet positions give a rank to every position: first by the number of positions of greater l, then by the label.
   From each position where evidence counts, a best white option or every black option of some part has a smaller rank. *)
From Coq Require Import QArith Lqa List Lia.
From Bidding Require Import Game Colours.
Import ListNotations.
Open Scope Q_scope.

Section Ranks.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.
Variables (l : pos -> Q) (T : pos -> nat).

Definition above (x : Q) (ps : list pos) : nat := length (filter (fun q => negb (Qle_bool (l q) x)) ps).
Definition rank (p : pos) : nat := (above (l p) dom * S (list_max (map T dom)) + T p)%nat.

Lemma above_le x y ps : x <= y -> (above y ps <= above x ps)%nat.
Proof.
  intros H. unfold above. induction ps as [|a ps IH]; cbn [filter length]; [lia|].
  destruct (Qle_bool (l a) x) eqn:E1, (Qle_bool (l a) y) eqn:E2; cbn [negb length]; try lia.
  apply Qle_bool_iff in E1. assert (Qle_bool (l a) y = true) by (apply Qle_bool_iff; lra). congruence.
Qed.
Lemma above_lt x o ps : In o ps -> x < l o -> (above (l o) ps < above x ps)%nat.
Proof.
  intros Ho H. induction ps as [|a ps IH]; [destruct Ho|]. unfold above in *. cbn [filter].
  pose proof (above_le x (l o) ps ltac:(lra)) as Hle. unfold above in Hle. destruct Ho as [->|Ho].
  - assert (Qle_bool (l o) (l o) = true) as -> by (apply Qle_bool_iff; lra). cbn [negb].
    destruct (Qle_bool (l o) x) eqn:E; [apply Qle_bool_iff in E; lra|]. cbn [negb length]. lia.
  - specialize (IH Ho). destruct (Qle_bool (l a) x) eqn:E1, (Qle_bool (l a) (l o)) eqn:E2; cbn [negb length]; try lia.
    apply Qle_bool_iff in E1. assert (Qle_bool (l a) (l o) = true) by (apply Qle_bool_iff; lra). congruence.
Qed.
Lemma label_le p : In p dom -> (T p <= list_max (map T dom))%nat.
Proof.
  intros H. pose proof (proj1 (list_max_le (map T dom) _) (Nat.le_refl _)) as G. rewrite Forall_forall in G. apply G, in_map, H.
Qed.
Lemma rank_lt p o : In o dom -> l p < l o \/ (l o == l p /\ (T o < T p)%nat) -> (rank o < rank p)%nat.
Proof.
  intros Ho H. unfold rank. pose proof (label_le o Ho). destruct H as [H|[E H]].
  - pose proof (Nat.mul_le_mono_r _ _ (S (list_max (map T dom))) (above_lt (l p) o dom Ho H)). lia.
  - pose proof (Nat.mul_le_mono_r _ _ (S (list_max (map T dom))) (above_le (l p) (l o) dom ltac:(lra))). lia.
Qed.

Lemma ranks_fall d p ps : In p dom -> white_forces game d l T p -> d < l p -> game p = Inner ps ->
  exists c, In c ps /\
    match who c with
    | White => exists o, In o (all (from c)) /\ l o == most l (from c) /\ l p <= l o /\ (rank o < rank p)%nat
    | Black => forall o, In o (all (from c)) -> l p <= l o /\ (rank o < rank p)%nat
    end.
Proof.
  intros Hp [Hl He] Hd Eg. specialize (ok p Hp). unfold F in Hl. rewrite Eg in ok, Hl. destruct ok as [Ht okp].
  (* Either what some part chooses is worth more, or the position is quiet. *)
  assert (D : (exists c, In c ps /\ l p < choice l c) \/ forall c, In c ps -> choice l c <= l p).
  { clear - ps. induction ps as [|c r [(e & He & IH)|IH]]; [right; intros _ []|left; exists e; split; [right; exact He|exact IH]|].
    destruct (Qlt_le_dec (l p) (choice l c)); [left; exists c; split; [left; reflexivity|assumption]|right].
    intros e [<-|He]; auto. }
  destruct D as [(c & Hc & D)|D].
  - exists c. split; [exact Hc|]. destruct (okp c Hc) as [_ Ho]. unfold choice in D. destruct (who c).
    + destruct (most_att l (from c)) as (o & Hoo & Eo). exists o. repeat split; auto; [lra|]. apply rank_lt; [auto|left; lra].
    + intros o Hoo. pose proof (least_lb l (from c) o Hoo). split; [lra|]. apply rank_lt; [auto|left; lra].
  - assert (Ql : quiet l p ps).
    { unfold quiet. apply all_equal; [|rewrite Ht; lra]. intros c Hc. destruct (okp c Hc). auto. }
    destruct (He ps Eg Hd Ql) as (c & Hc & E). exists c. split; [exact Hc|]. specialize (Ql c Hc). destruct (okp c Hc) as [_ Ho].
    unfold choice in Ql. destruct (who c).
    + destruct E as (o & Hoo & Eo & To). exists o. split; [exact Hoo|]. split; [lra|]. split; [lra|]. apply rank_lt; auto.
    + intros o Hoo. pose proof (least_lb l (from c) o Hoo). split; [lra|]. apply rank_lt; [auto|].
      destruct (Qlt_le_dec (l p) (l o)); [left; assumption|right]. split; [lra|]. apply E; [exact Hoo|lra].
Qed.
End Ranks.
