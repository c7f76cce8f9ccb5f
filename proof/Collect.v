(* Total rewards of any sign, where every play ends.

   If some h >= 0 falls by 1 or more in each move, on average, whatever both sides choose, then after n moves a play goes on with a probability
   of at most h/n. So what is collected has one limit, whatever a play is paid that has not ended; and each table that is at most its mean is
   at most this limit, each that is at least its mean at least. No number has to be positive, and no labels are needed. No axiom is used. *)
From Coq Require Import QArith Lqa List Lia.
From Bidding Require Import Game Ranks Rewards.
Import ListNotations.
Open Scope Q_scope.

Section Collect.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos) (r : pos -> Q).
Hypothesis ok : forall p, In p dom -> match game p with Terminal _ => True | Inner parts => parts_ok dom parts end.
Notation step := (step game r).
Notation collect := (collect game r).

(* ANCHOR: collect-ends *)
(* The mean of h if both sides choose what is greatest; and the condition that every play ends. *)
Fixpoint longest (h : pos -> Q) (parts : list (part pos)) : Q :=
  match parts with [] => 0 | c :: rest => weight c * most h (from c) + longest h rest end.
Definition ends (h : pos -> Q) (p : pos) : Prop :=
  0 <= h p /\ match game p with Terminal _ => True | Inner parts => 1 + longest h parts <= h p end.
(* ANCHOR_END: collect-ends *)
Variable h : pos -> Q.
Hypothesis every_play_ends : forall p, In p dom -> ends h p.

Lemma mean_longest (a b : pos -> Q) k ps : 0 <= k -> (forall c, In c ps -> 0 < weight c /\ forall o, In o (all (from c)) -> a o <= b o + k * (h o + 1)) ->
  mean a ps <= mean b ps + k * (longest h ps + total ps).
Proof.
  intros Hk. induction ps as [|c ps IH]; intros H; cbn [mean longest total]; [lra|].
  specialize (IH (fun d Hd => H d (or_intror Hd))). destruct (H c (or_introl eq_refl)) as [Hw Ho].
  assert (choice a c <= choice b c + k * (most h (from c) + 1)); [|nra].
  apply choice_shift. intros o Hoo. specialize (Ho o Hoo). pose proof (most_ub h (from c) o Hoo). nra.
Qed.
(* What a is above b, in n moves. *)
Lemma difference (a b : nat -> pos -> Q) M : 0 <= M -> (forall p, In p dom -> a O p <= b O p + M) ->
  (forall n p, In p dom -> a (S n) p <= step (a n) p) -> (forall n p, In p dom -> step (b n) p <= b (S n) p) ->
  forall n p, In p dom -> a n p <= b n p + M /\ inject_Z (Z.of_nat n) * (a n p - b n p) <= M * h p.
Proof.
  intros HM H0 HA HB. induction n as [|n IH]; intros p Hp; pose proof (every_play_ends p Hp) as [Hh E].
  - split; [auto|]. change (inject_Z (Z.of_nat 0)) with 0. nra.
  - specialize (HA n p Hp). specialize (HB n p Hp). rewrite next. pose proof (count_0 n) as N. set (z := inject_Z (Z.of_nat n)) in *. clearbody z.
    unfold Rewards.step in *. specialize (ok p Hp). destruct (game p) as [v|ps]; [split; nra|]. destruct ok as [Ht okp]. split.
    + pose proof (mean_shift (b n) (a n) ps M) as S. rewrite Ht in S. assert (mean (a n) ps <= mean (b n) ps + M * 1); [|lra]. apply S.
      intros c Hc. destruct (okp c Hc) as [Hw Ho]. split; [exact Hw|]. intros o Hoo. apply IH, Ho, Hoo.
    + set (k := M / (z + 1)). assert (Ek : k * (z + 1) == M) by (unfold k; field; lra). assert (Hk : 0 <= k) by (unfold k; apply Qle_shift_div_l; lra). clearbody k.
      assert (L : mean (a n) ps <= mean (b n) ps + k * (longest h ps + total ps)).
      { apply mean_longest; [exact Hk|]. intros c Hc. destruct (okp c Hc) as [Hw Ho]. split; [exact Hw|]. intros o Hoo. destruct (IH o (Ho o Hoo)) as [I1 I2].
        assert (G : (z + 1) * (a n o - b n o) <= (z + 1) * (k * (h o + 1))) by (setoid_replace ((z + 1) * (k * (h o + 1))) with (k * (z + 1) * (h o + 1)) by ring; rewrite Ek; lra).
        apply Qmult_le_l in G; lra. }
      rewrite Ht in L. assert (k * (longest h ps + 1) <= k * h p) by (rewrite !(Qmult_comm k); apply Qmult_le_compat_r; lra).
      assert (G : (z + 1) * (a (S n) p - b (S n) p) <= (z + 1) * (k * h p)) by (apply Qmult_le_l; lra).
      setoid_replace ((z + 1) * (k * h p)) with (k * (z + 1) * h p) in G by ring. rewrite Ek in G. exact G.
Qed.
Lemma vanishes (a b : nat -> pos -> Q) : (forall n p, In p dom -> a (S n) p <= step (a n) p) -> (forall n p, In p dom -> step (b n) p <= b (S n) p) ->
  forall e, 0 < e -> exists N, forall n p, (N <= n)%nat -> In p dom -> a n p <= b n p + e.
Proof.
  intros HA HB e He. destruct (bound_exists (fun p => Some (a O p - b O p)) dom) as (M & HM & BM). destruct (bound_exists (fun p => Some (h p)) dom) as (H & HH & BH).
  destruct (multiple (M * H) e He) as (N & HN). exists (S N). intros n p Hn Hp. specialize (BH p Hp _ eq_refl). cbv beta in BH.
  destruct (difference a b M HM) with (n := n) (p := p) as [_ D]; auto; [intros q Hq; specialize (BM q Hq _ eq_refl); cbv beta in BM; lra|].
  assert (Z : inject_Z (Z.of_nat (S N)) <= inject_Z (Z.of_nat n)) by (rewrite <- Zle_Qle; lia). rewrite next in Z. pose proof (count_0 N).
  set (z := inject_Z (Z.of_nat n)) in *. set (y := inject_Z (Z.of_nat N)) in *. clearbody y z.
  assert (M * h p <= M * H) by (rewrite !(Qmult_comm M); apply Qmult_le_compat_r; lra). assert (y * e <= z * e) by (apply Qmult_le_compat_r; lra).
  assert (G : z * (a n p - b n p) <= z * e) by lra. apply Qmult_le_l in G; lra.
Qed.

(* ANCHOR: collect-between *)
(* K is what a play is paid that has not ended after n moves. *)
Theorem collect_lower (l : pos -> Q) : (forall p, In p dom -> l p <= step l p) ->
  forall K e, 0 < e -> exists N, forall n p, (N <= n)%nat -> In p dom -> l p <= collect K n p + e.
Proof. intros H K. apply (vanishes (fun _ => l) (collect K)); [auto|intros n p _; apply Qle_refl]. Qed.
Theorem collect_upper (u : pos -> Q) : (forall p, In p dom -> step u p <= u p) ->
  forall K e, 0 < e -> exists N, forall n p, (N <= n)%nat -> In p dom -> collect K n p <= u p + e.
Proof. intros H K. apply (vanishes (collect K) (fun _ => u)); [intros n p _; apply Qle_refl|auto]. Qed.
(* ANCHOR_END: collect-between *)
Theorem collect_order (l u : pos -> Q) : (forall p, In p dom -> l p <= step l p) -> (forall p, In p dom -> step u p <= u p) -> forall p, In p dom -> l p <= u p.
Proof.
  intros Hl Hu p Hp. apply Qnot_lt_le. intros G. destruct (vanishes (fun _ => l) (fun _ => u) (fun _ => Hl) (fun _ => Hu) ((l p - u p) * (1#2)) ltac:(lra)) as (N & HN).
  specialize (HN N p (le_n N) Hp). cbv beta in HN. lra.
Qed.
End Collect.

(* A coin is thrown until it shows heads, and each throw costs 1. *)
Theorem coin_costs K e : 0 < e -> exists N, forall n, (N <= n)%nat -> - (2) <= collect coin (fun _ => - (1)) K n true + e /\ collect coin (fun _ => - (1)) K n true <= - (2) + e.
Proof.
  intros He. set (x := fun again : bool => if again then - (2) else 0). set (h := fun again : bool => if again then 2 else 0).
  assert (ok : forall p, In p [true; false] -> match coin p with Terminal _ => True | Inner parts => parts_ok [true; false] parts end).
  { intros [] _; cbn; [|exact I]. split; [reflexivity|]. intros c [<-|[<-|[]]]; cbn; (split; [lra|]); intros o [<-|[]]; auto. }
  assert (E : forall p, In p [true; false] -> ends coin h p) by (intros [] _; unfold ends; cbn; repeat split; lra).
  destruct (collect_lower [true; false] coin (fun _ => - (1)) ok h E x ltac:(intros [] _; cbn; lra) K e He) as (N & HN).
  destruct (collect_upper [true; false] coin (fun _ => - (1)) ok h E x ltac:(intros [] _; cbn; lra) K e He) as (N' & HN').
  exists (N + N')%nat. intros n Hn. split; [apply (HN n true)|apply (HN' n true)]; cbn; auto; lia.
Qed.
