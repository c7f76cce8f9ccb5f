(* Positions that a map takes into images other have the same values, if the map commutes with moves. So a table needs one position of images kind:
   the options of a game may be exchanged for such images of them. *)
From Coq Require Import QArith Lqa ZArith List Bool Lia FinFun.
From Bidding Require Import Game Limits Certificates Tables Chess.
Import ListNotations.
Open Scope Q_scope.

Section Symmetry.
Context {pos : Type}.
Definition like (x y : pos -> Q) (n n' : options pos) : Prop :=
  (forall o, In o (all n) -> exists o', In o' (all n') /\ y o' == x o) /\ (forall o', In o' (all n') -> exists o, In o (all n) /\ x o == y o').
Lemma like_choice x y n n' : like x y n n' -> most x n == most y n' /\ least x n == least y n'.
Proof.
  intros [A B]. destruct (most_att x n) as (o & Ho & Eo), (most_att y n') as (o' & Ho' & Eo'), (least_att x n) as (u & Hu & Eu), (least_att y n') as (u' & Hu' & Eu').
  destruct (A o Ho) as (a & Ha & Ea), (B o' Ho') as (b & Hb & Eb), (A u Hu) as (c & Hc & Ec), (B u' Hu') as (d & Hd & Ed).
  pose proof (most_ub y n' a Ha). pose proof (most_ub x n b Hb). pose proof (least_lb y n' c Hc). pose proof (least_lb x n d Hd). lra.
Qed.
Definition alike (x y : pos -> Q) (t t' : bidding pos) : Prop :=
  match t, t' with Ended v, Ended v' => v = v' | Bids w b, Bids w' b' => like x y w w' /\ like x y b b' | _, _ => False end.
Lemma F_alike turn turn' x y p q : alike x y (turn p) (turn' q) -> F (game_at turn) x p == F (game_at turn') y q.
Proof.
  unfold F, game_at, alike. destruct (turn p) as [v|w b], (turn' q) as [v'|w' b']; try contradiction; [intros ->; reflexivity|].
  intros [A B]. destruct (like_choice x y w w' A), (like_choice x y b b' B). unfold bid_for. cbn [mean]. unfold choice. cbn [weight who from]. lra.
Qed.

Variables (turn_at : pos -> bidding pos) (dom : list pos).
Hypothesis ok : game_ok dom (game_at turn_at).
Notation alpha := (alpha (game_at turn_at)).
Notation beta := (beta (game_at turn_at)).
Definition same (p q : pos) : Prop := forall n, alpha n p == alpha n q /\ beta n p == beta n q.
Definition goes (f : pos -> pos) (n n' : options pos) : Prop := forall o, In o (all n) -> In (f o) (all n').
Definition commutes (f : pos -> pos) (p : pos) : Prop :=
  match turn_at p, turn_at (f p) with
  | Ended v, Ended v' => v = v'
  | Bids w b, Bids w' b' => goes f w w' /\ goes f b b'
  | _, _ => False
  end.

Lemma options_dom p w b o : In p dom -> turn_at p = Bids w b -> In o (all w) \/ In o (all b) -> In o dom.
Proof.
  intros Hp E Ho. pose proof (ok p Hp) as okp. unfold game_at in okp. rewrite E in okp. destruct okp as [_ okp].
  destruct Ho as [Ho|Ho]; [apply (okp (Part (1#2) White w))|apply (okp (Part (1#2) Black b))]; cbn; auto.
Qed.
(* ANCHOR: symmetry *)
Theorem commutes_same f : (forall p, In p dom -> In (f p) dom /\ f (f p) = p /\ commutes f p) -> forall p, In p dom -> same p (f p).
(* ANCHOR_END: symmetry *)
Proof.
  intros H. assert (G : forall x, (forall o, In o dom -> x o == x (f o)) -> forall p, In p dom -> F (game_at turn_at) x p == F (game_at turn_at) x (f p)).
  { intros x E p Hp. apply F_alike. destruct (H p Hp) as (Hf & I & C). destruct (H (f p) Hf) as (_ & _ & C'). unfold commutes in C, C'. rewrite I in C'.
    unfold alike. destruct (turn_at p) as [v|w b] eqn:Ep, (turn_at (f p)) as [v'|w' b'] eqn:Ef; auto. destruct C as [A B], C' as [A' B'].
    repeat split; intros o Ho; exists (f o); (split; [auto|]); try symmetry; apply E; eauto using options_dom. }
  intros p Hp n. revert p Hp. induction n as [|n IH]; intros p Hp; cbn [Limits.alpha Limits.beta].
  - destruct (H p Hp) as (_ & _ & C). unfold commutes in C. unfold game_at.
    destruct (turn_at p), (turn_at (f p)); try contradiction; [subst; split; reflexivity|cbn; split; reflexivity].
  - split; apply G; auto; intros o Ho; apply IH, Ho.
Qed.
Lemma same_trans p q r : same p q -> same q r -> same p r.
Proof. intros A B n. destruct (A n), (B n). split; lra. Qed.
Lemma same_values p q x y : same p q -> alpha_is (game_at turn_at) x q -> beta_is (game_at turn_at) y q -> alpha_is (game_at turn_at) x p /\ beta_is (game_at turn_at) y p.
Proof.
  intros S [A A'] [B B']. repeat split; intros e; [intros He; destruct (A e He) as [n Hn]; exists n|specialize (A' e)|specialize (B e)|intros He; destruct (B' e He) as [n Hn]; exists n];
    try destruct (S n); try destruct (S e); lra.
Qed.

(* The options may be exchanged for positions that are the same. *)
Variables (canon : pos -> pos) (inside : pos -> bool).
Hypothesis canon_same : forall p, In p dom -> In (canon p) dom /\ inside (canon p) = true /\ same p (canon p).
Definition images (n : options pos) : options pos := (canon (fst n), map canon (snd n)).
Definition quotient (p : pos) : bidding pos := match turn_at p with Ended v => Ended v | Bids w b => Bids (images w) (images b) end.
Lemma all_images n : all (images n) = map canon (all n).
Proof. reflexivity. Qed.
Lemma quotient_ok : game_ok (filter inside dom) (game_at quotient).
Proof.
  intros p Hp. apply filter_In in Hp. destruct Hp as [Hp _]. pose proof (ok p Hp) as okp. unfold game_at, quotient in *. destruct (turn_at p) as [v|w b] eqn:E; [exact okp|].
  split; [reflexivity|]. intros c [<-|[<-|[]]]; (split; [reflexivity|]); cbn [from]; intros o Ho; rewrite all_images in Ho; apply in_map_iff in Ho; destruct Ho as (o' & <- & Ho);
    apply filter_In; destruct (canon_same o') as (A & B & _); eauto using options_dom.
Qed.
Lemma quotient_alike x y p : In p dom -> (forall o, In o dom -> x (canon o) == y o) -> alike x y (quotient p) (turn_at p).
Proof.
  intros Hp E. unfold quotient, alike. destruct (turn_at p) as [v|w b] eqn:Et; [reflexivity|].
  assert (G : forall n, (forall o, In o (all n) -> In o dom) -> like x y (images n) n).
  { intros n D. split; intros o Ho.
    - rewrite all_images in Ho. apply in_map_iff in Ho. destruct Ho as (o' & <- & Ho). exists o'. split; [exact Ho|symmetry; apply E, D, Ho].
    - exists (canon o). rewrite all_images. split; [apply in_map, Ho|apply E, D, Ho]. }
  split; apply G; eauto using options_dom.
Qed.
Lemma quotient_same p : In p dom -> forall n, Limits.alpha (game_at quotient) n p == alpha n p /\ Limits.beta (game_at quotient) n p == beta n p.
Proof.
  intros Hp n. revert p Hp. induction n as [|n IH]; intros p Hp; cbn [Limits.alpha Limits.beta].
  - unfold game_at, quotient. destruct (turn_at p); cbn; split; reflexivity.
  - split; apply F_alike, quotient_alike; auto; intros o Ho; destruct (canon_same o Ho) as (D & _ & S); destruct (S n), (IH (canon o) D); lra.
Qed.
Theorem quotient_sound p x y : In p dom -> alpha_is (game_at quotient) x (canon p) -> beta_is (game_at quotient) y (canon p) ->
  alpha_is (game_at turn_at) x p /\ beta_is (game_at turn_at) y p.
Proof.
  intros Hp [A A'] [B B']. destruct (canon_same p Hp) as (D & _ & S). apply (same_values p (canon p) x y S); split; intros e;
    [intros He; destruct (A e He) as [n Hn]; exists n|specialize (A' e)|specialize (B e)|intros He; destruct (B' e He) as [n Hn]; exists n];
    try destruct (quotient_same (canon p) D n); try destruct (quotient_same (canon p) D e); lra.
Qed.
End Symmetry.

(* The board turned over: files exchanged, and without pawns also ranks, and files with ranks on a square board. *)
Open Scope Z_scope.
Section Turned.
Variables (files ranks : Z) (double : bool).
Notation rules := (rules files ranks double).
Notation on_board := (on_board files ranks).
Notation moves := (moves files ranks double).
Definition flip_files (s : square) : square := (files - 1 - fst s, snd s).
Definition flip_ranks (s : square) : square := (fst s, ranks - 1 - snd s).
Definition swap (s : square) : square := (snd s, fst s).
Definition onto (g : square -> square) (q : piece) : piece := (fst q, g (stands q)).
Definition turned (g : square -> square) (p : position) : position := (map (onto g) (fst p), option_map g (snd p)).
Definition pawnless (p : position) : bool := forallb (fun q => match what q with Pawn => false | _ => true end) (fst p).

Section Map.
Variables g step : square -> square. (* a step d from s becomes the step [step d] from g s *)
Hypothesis back : forall s, g (g s) = s.
Hypothesis stays : forall s, on_board (g s) = on_board s.
Hypothesis linear : forall s d, g (fst s + fst d, snd s + snd d) = (fst (g s) + fst (step d), snd (g s) + snd (step d)).
Hypothesis stepped : forall k d, In d (steps k) -> In (step d) (steps k).
(* Either files are exchanged, or no piece is a pawn. *)
Definition upright : Prop := forall s, g s = flip_files s.
Definition fits (p : placement) : Prop := upright \/ forall q, In q p -> what q <> Pawn.

Lemma same_turned a b : same_square (g a) (g b) = same_square a b.
Proof.
  destruct (same_square a b) eqn:E; [apply same_square_iff in E; apply same_square_iff; congruence|].
  destruct (same_square (g a) (g b)) eqn:G; [|reflexivity]. apply same_square_iff in G. rewrite <- E. symmetry. apply same_square_iff.
  rewrite <- (back a), G. apply back.
Qed.
Lemma on_turned p s : on (map (onto g) p) (g s) = option_map (onto g) (on p s).
Proof. unfold on. induction p as [|q p IH]; [reflexivity|]. cbn. rewrite same_turned. destruct (same_square _ s); [reflexivity|exact IH]. Qed.
Lemma free_turned p s : free (map (onto g) p) (g s) = free p s.
Proof. unfold free. rewrite on_turned. destruct (on p s); reflexivity. Qed.
Lemma has_turned f p s : (forall q, f (onto g q) = f q) -> has f (map (onto g) p) (g s) = has f p s.
Proof. intros F. unfold has. rewrite on_turned. destruct (on p s); [apply F|reflexivity]. Qed.
Lemma along_turned p c n : forall s d, along files ranks (map (onto g) p) c n (g s) (step d) = map g (along files ranks p c n s d).
Proof.
  induction n as [|n IH]; intros s d; [reflexivity|]. cbn [along]. cbv zeta. rewrite <- linear, stays, on_turned.
  destruct (on_board _); [|reflexivity]. destruct (on p _) as [q|]; cbn [option_map]; [|cbn [map]; rewrite IH; reflexivity].
  change (colour (onto g q)) with (colour q). destruct (same_side _ c); reflexivity.
Qed.
Lemma go_turned p s t m : go (map (onto g) p) (g s) (g t) m = map (onto g) (go p s t m).
Proof.
  unfold go. induction p as [|q p IH]; [reflexivity|]. cbn. rewrite same_turned. destruct (same_square (stands q) t); [exact IH|]. cbn. rewrite IH. f_equal.
  change (stands (onto g q)) with (g (stands q)). rewrite ?same_turned. destruct (same_square (stands q) s); reflexivity.
Qed.
Lemma filter_turned p s : filter (fun e => negb (same_square (stands e) (g s))) (map (onto g) p) = map (onto g) (filter (fun e => negb (same_square (stands e) s)) p).
Proof. induction p as [|q p IH]; [reflexivity|]. cbn. rewrite same_turned. destruct (same_square (stands q) s); cbn; rewrite IH; reflexivity. Qed.
Lemma rank_turned s : upright -> snd (g s) = snd s.
Proof. intros U. rewrite U. reflexivity. Qed.
Lemma lands_turned p q t : upright -> lands ranks (map (onto g) p) (onto g q) (g t) = map (map (onto g)) (lands ranks p q t).
Proof.
  intros U. unfold lands. rewrite (rank_turned t U). change (colour (onto g q)) with (colour q). change (stands (onto g q)) with (g (stands q)).
  rewrite map_map. apply map_ext. intros k. apply go_turned.
Qed.
Lemma right_turned p s : upright -> right ranks double (map (onto g) p) (g s) = right ranks double p s.
Proof.
  intros U. unfold right. f_equal. assert (E : forall k, (fst (g s), snd (g s) + k) = g (fst s, snd s + k)) by (intros k; rewrite !U; reflexivity).
  assert (E1 : forall k, (fst (g s) - 1, snd (g s) + k) = g (fst s + 1, snd s + k)) by (intros k; rewrite !U; unfold flip_files; cbn; f_equal; lia).
  assert (E2 : forall k, (fst (g s) + 1, snd (g s) + k) = g (fst s - 1, snd s + k)) by (intros k; rewrite !U; unfold flip_files; cbn; f_equal; lia).
  assert (G : forall c, right_of ranks c (map (onto g) p) (g s) = right_of ranks c p s).
  { intros c. unfold right_of. change (snd (g s) - forward c) with (snd (g s) + - forward c). rewrite E, E, E1, E2, (rank_turned s U), !has_turned, !free_turned by reflexivity.
    change (snd s - forward c) with (snd s + - forward c). rewrite (orb_comm (has _ p (fst s + 1, _))). reflexivity. }
  rewrite !G. reflexivity.
Qed.
Lemma pawn_moves_turned p passed q o : upright -> In o (pawn_moves files ranks double p passed q) ->
  In (turned g o) (pawn_moves files ranks double (map (onto g) p) (option_map g passed) (onto g q)).
Proof.
  intros U H. unfold pawn_moves in *. change (stands (onto g q)) with (g (stands q)). destruct (stands q) as [f r] eqn:Es.
  destruct (g (f, r)) as [f' r'] eqn:Eg. assert (Hf : f' = files - 1 - f /\ r' = r) by (rewrite U in Eg; unfold flip_files in Eg; cbn in Eg; injection Eg; auto).
  destruct Hf as [Ef ->]. change (colour (onto g q)) with (colour q). cbv zeta in *. set (d := forward (colour q)) in *.
  assert (E : forall k, (f', k) = g (f, k)) by (intros k; rewrite U; unfold flip_files; cbn; rewrite Ef; reflexivity).
  assert (W : forall t, In o (map without_right (lands ranks p q t)) -> In (turned g o) (map without_right (lands ranks (map (onto g) p) (onto g q) (g t)))).
  { intros t Ho. rewrite (lands_turned p q t U), map_map. apply in_map_iff in Ho. destruct Ho as (x & <- & Hx). apply in_map_iff. exists x. split; [reflexivity|exact Hx]. }
  rewrite !in_app_iff in H |- *. rewrite !E, !stays, !free_turned. destruct H as [H|[H|H]]; [left|right; left|right; right].
  - destruct (_ && _); [apply W, H|destruct H].
  - destruct (_ && _); [|destruct H]. rewrite (lands_turned p q _ U), map_map. apply in_map_iff in H. destruct H as (x & <- & Hx). apply in_map_iff. exists x. split; [|exact Hx].
    unfold with_right, turned. cbn [fst snd]. rewrite (right_turned x _ U). destruct (right _ _ x _); reflexivity.
  - apply in_flat_map in H. destruct H as (t & Ht & H). apply in_flat_map. exists (g t). split.
    + destruct Ht as [<-|[<-|[]]]; rewrite U; unfold flip_files; cbn; rewrite Ef; [right; left|left]; f_equal; lia.
    + rewrite stays, has_turned by reflexivity. destruct (on_board t); [|destruct H]. destruct (has _ p t); [apply W, H|]. destruct passed as [s|]; [|destruct H]. cbn [option_map].
      rewrite same_turned. assert (Eq : (fst (g s), r) = g (fst s, r)) by (rewrite !U; reflexivity). rewrite Eq, has_turned by reflexivity.
      destruct (_ && _); [|destruct H]. rewrite filter_turned, (lands_turned _ q t U), map_map. apply in_map_iff in H. destruct H as (x & <- & Hx).
      apply in_map_iff. exists x. split; [reflexivity|exact Hx].
Qed.
Lemma moves_turned p c o : fits (fst p) -> In o (moves p c) -> In (turned g o) (moves (turned g p) c).
Proof.
  intros Fi H. unfold moves in *. apply in_flat_map in H. destruct H as (q & Hq & H). apply in_flat_map. exists (onto g q). split; [apply in_map, Hq|].
  change (colour (onto g q)) with (colour q). destruct (same_side _ c); [|destruct H]. unfold piece_moves in *. change (what (onto g q)) with (what q).
  assert (O : In o (map (fun t => without_right (go (fst p) (stands q) t (fst q))) (targets files ranks (fst p) q)) ->
    In (turned g o) (map (fun t => without_right (go (fst (turned g p)) (stands (onto g q)) t (fst (onto g q)))) (targets files ranks (fst (turned g p)) (onto g q)))).
  { intros Ho. apply in_map_iff in Ho. destruct Ho as (t & <- & Ht). apply in_map_iff. exists (g t). split.
    - change (go (fst (turned g p)) (stands (onto g q)) (g t) (fst (onto g q))) with (go (map (onto g) (fst p)) (g (stands q)) (g t) (fst q)). rewrite go_turned. reflexivity.
    - unfold targets in *. apply in_flat_map in Ht. destruct Ht as (d & Hd & Ht). apply in_flat_map. exists (step d). split; [apply stepped, Hd|].
      cbn [turned fst]. change (stands (onto g q)) with (g (stands q)). rewrite along_turned. apply in_map, Ht. }
  destruct (what q) eqn:K; auto. destruct Fi as [U|N]; [apply pawn_moves_turned; assumption|destruct (N q Hq K)].
Qed.
Lemma turned_back p : turned g (turned g p) = p.
Proof.
  destruct p as [p s]. unfold turned. cbn [fst snd]. rewrite map_map. f_equal; [|destruct s; cbn; [rewrite back|]; reflexivity].
  rewrite <- (map_id p) at 2. apply map_ext. intros [m s']. unfold onto, stands. cbn. rewrite back. reflexivity.
Qed.
Lemma king_turned c p : existsb (is_king c) (map (onto g) p) = existsb (is_king c) p.
Proof. induction p as [|q p IH]; [reflexivity|]. cbn. rewrite IH. reflexivity. Qed.
Lemma fits_turned p : fits p -> fits (map (onto g) p).
Proof. intros [U|N]; [left; exact U|right]. intros q Hq. apply in_map_iff in Hq. destruct Hq as (e & <- & He). exact (N e He). Qed.
Lemma turned_commutes p : fits (fst p) -> commutes rules (turned g) p.
Proof.
  intros Fi. unfold commutes, Chess.rules. cbn [turned fst]. rewrite !king_turned. destruct (negb _); [reflexivity|]. destruct (negb _); [reflexivity|].
  assert (G : forall c, goes (turned g) (or_pass p (moves p c)) (or_pass (turned g p) (moves (turned g p) c))).
  { intros c o Ho. pose proof (fun o => moves_turned p c o Fi) as M. pose proof (fun o => moves_turned (turned g p) c o (fits_turned _ Fi)) as M'. rewrite turned_back in M'.
    unfold or_pass in *. destruct (moves p c) as [|a l].
    - destruct Ho as [<-|[]]. destruct (moves (turned g p) c) as [|b l]; [left; reflexivity|destruct (M' b (or_introl eq_refl))].
    - destruct (moves (turned g p) c) as [|b l']; [destruct (M a (or_introl eq_refl))|exact (M o Ho)]. }
  split; apply G.
Qed.
Lemma turned_legal men p : fits (fst p) -> legal files ranks double men p -> legal files ranks double men (turned g p).
Proof.
  intros Fp (S & B & N & R). unfold legal. cbn [turned fst snd]. rewrite !map_map. split; [exact S|]. split; [|split].
  - intros q Hq. apply in_map_iff in Hq. destruct Hq as (e & <- & He). specialize (B e He). unfold stands_well in *. change (stands (onto g e)) with (g (stands e)).
    change (what (onto g e)) with (what e). rewrite stays. destruct Fp as [U|Np]; [rewrite (rank_turned _ U); exact B|].
    specialize (Np e He). destruct (what e); auto; congruence.
  - change (fun x => stands (onto g x)) with (fun x => g (stands x)). rewrite <- map_map. apply Injective_map_NoDup; [|exact N].
    intros a b E. rewrite <- (back a), E. apply back.
  - destruct (snd p) as [s|]; [|exact I]. cbn [option_map]. destruct R as [R1 R2]. rewrite stays. split; [exact R1|]. destruct Fp as [U|Np]; [rewrite (right_turned _ _ U); exact R2|].
    destruct (right_pawns _ _ _ _ R2) as (_ & W & _). apply existsb_exists in W. destruct W as (q & Hq & W). unfold is_pawn in W. apply andb_true_iff in W. destruct W as [_ W].
    specialize (Np q Hq). destruct (what q); try discriminate; congruence.
Qed.
End Map.

(* A position is among those of its own men. If it has no pawn, none of them has. *)
Lemma own_men men p : legal files ranks double men p -> legal files ranks double (map fst (fst p)) p.
Proof.
  intros (_ & R). split; [|exact R]. generalize (map fst (fst p)). intros l. induction l as [|m l IH]; [constructor|]. apply part_keep; [|exact IH].
  destruct m as [c k]. unfold forms. cbn. destruct k; left; reflexivity.
Qed.
Lemma no_pawn_comes (p q : position) : legal files ranks double (map fst (fst p)) q -> (forall e, In e (fst p) -> what e <> Pawn) -> forall e, In e (fst q) -> what e <> Pawn.
Proof.
  intros (S & _) N e He K. apply (in_map fst) in He. assert (P : forall m, In m (map fst (fst p)) -> snd m <> Pawn).
  { intros m Hm. apply in_map_iff in Hm. destruct Hm as (x & <- & Hx). apply (N x Hx). }
  clear N. induction S as [|m l l' S IH|m m' l l' Hm S IH]; [destruct He|apply IH; [exact He|intros x Hx; apply P; right; exact Hx]|].
  destruct He as [->|He]; [|apply IH; [exact He|intros x Hx; apply P; right; exact Hx]].
  specialize (P m (or_introl eq_refl)). unfold forms in Hm. destruct (snd m) eqn:Km; try congruence; destruct Hm as [Hm|[]]; unfold what in K; rewrite <- Hm in K; congruence.
Qed.

(* Of each kind the position with White's king to the left, without pawns also below, and on a square board not above the diagonal. *)
Definition king (f : square -> bool) (p : position) : bool := match find (is_king White) (fst p) with Some q => f (stands q) | None => false end.
Definition beyond (s : square) : bool := files - 1 <? 2 * fst s.
Definition above (s : square) : bool := ranks - 1 <? 2 * snd s.
Definition over (s : square) : bool := fst s <? snd s.
Definition turn_if (b : position -> bool) (f : square -> bool) (g : square -> square) (p : position) : position := if b p && king f p then turned g p else p.
Definition canon (p : position) : position :=
  turn_if (fun p => (files =? ranks) && pawnless p) over swap (turn_if pawnless above flip_ranks (turn_if (fun _ => true) beyond flip_files p)).
Definition inside (p : position) : bool := negb (king beyond p || pawnless p && (king above p || (files =? ranks) && king over p)).

Lemma steps_turned step : (forall d, In d lines -> In (step d) lines) -> (forall d, In d diagonals -> In (step d) diagonals) -> (forall d, In d jumps -> In (step d) jumps) ->
  forall k d, In d (steps k) -> In (step d) (steps k).
Proof. intros A B C k d. unfold steps. destruct k; auto; rewrite !in_app_iff; intuition. Qed.
Ltac by_cases := intros d H; cbn in H; repeat (destruct H as [<-|H]; [cbn; tauto|]); destruct H.
Lemma on_board_same s t : (0 <= fst s < files /\ 0 <= snd s < ranks <-> 0 <= fst t < files /\ 0 <= snd t < ranks) -> on_board s = on_board t.
Proof. intros H. apply eq_true_iff_eq. rewrite !on_board_iff. exact H. Qed.
Definition isometry (g step : square -> square) : Prop := (forall s, g (g s) = s) /\ (forall s, on_board (g s) = on_board s) /\
  (forall s d, g (fst s + fst d, snd s + snd d) = (fst (g s) + fst (step d), snd (g s) + snd (step d))) /\ (forall k d, In d (steps k) -> In (step d) (steps k)).
Lemma turn_if_same men b f g step p : (b p = true -> isometry g step /\ (upright g \/ pawnless p = true)) ->
  legal files ranks double men p -> legal files ranks double men (turn_if b f g p) /\ same rules p (turn_if b f g p).
Proof.
  intros H L. unfold turn_if. destruct (b p); cbn [andb]; [|split; [exact L|split; reflexivity]]. destruct (king f p); [|split; [exact L|split; reflexivity]].
  destruct (H eq_refl) as ((A & B & C & D) & Fi). assert (Fp : fits g (fst p)).
  { destruct Fi as [U|P]; [left; exact U|right]. intros q Hq K. unfold pawnless in P. rewrite forallb_forall in P. specialize (P q Hq). rewrite K in P. discriminate. }
  split; [apply (turned_legal g A B); assumption|].
  apply (commutes_same rules (positions files ranks double (map fst (fst p))) (chess_ok files ranks double _)); [|apply positions_legal, (own_men men), L].
  intros q Hq. apply positions_legal in Hq. assert (Fq : fits g (fst q)) by (destruct Fp as [U|N]; [left; exact U|right; exact (no_pawn_comes p q Hq N)]).
  split; [|split; [apply (turned_back g A)|apply (turned_commutes g step A B C D q Fq)]].
  apply positions_legal, (turned_legal g A B); assumption.
Qed.
Ltac by_lia := intros; unfold flip_files, flip_ranks, swap; cbn; first [f_equal; lia|apply on_board_same; cbn; lia].
Theorem canon_legal men p : legal files ranks double men p -> legal files ranks double men (canon p) /\ same rules p (canon p).
Proof.
  intros L. unfold canon. set (p1 := turn_if (fun _ => true) beyond flip_files p). set (p2 := turn_if pawnless above flip_ranks p1).
  destruct (turn_if_same men (fun _ => true) beyond flip_files (fun d => (- fst d, snd d)) p) as [L1 S1]; [|exact L|].
  { intros _. split; [|left; intros s; reflexivity]. repeat split; try by_lia; [intros [f r]; by_lia|apply steps_turned; by_cases]. }
  destruct (turn_if_same men pawnless above flip_ranks (fun d => (fst d, - snd d)) p1) as [L2 S2]; [|exact L1|].
  { intros P. split; [|right; exact P]. repeat split; try by_lia; [intros [f r]; by_lia|apply steps_turned; by_cases]. }
  destruct (turn_if_same men (fun p => (files =? ranks) && pawnless p) over swap swap p2) as [L3 S3]; [|exact L2|].
  { intros P. apply andb_true_iff in P. destruct P as [E P]. apply Z.eqb_eq in E. split; [|right; exact P].
    repeat split; try by_lia; [intros [f r]; reflexivity|apply steps_turned; by_cases]. }
  split; [exact L3|]. eapply same_trans; [exact S1|]. eapply same_trans; [exact S2|exact S3].
Qed.
Lemma pawnless_turned g p : pawnless (turned g p) = pawnless p.
Proof. unfold pawnless. cbn [turned fst]. induction (fst p) as [|q l IH]; [reflexivity|]. cbn [map forallb]. rewrite IH. reflexivity. Qed.
Lemma king_of_turned f g p : king f (turned g p) = king (fun s => f (g s)) p.
Proof.
  unfold king. cbn [turned fst]. induction (fst p) as [|q l IH]; [reflexivity|]. cbn [map find]. change (is_king White (onto g q)) with (is_king White q).
  destruct (is_king White q); [reflexivity|exact IH].
Qed.
Lemma canon_inside p : inside (canon p) = true.
Proof.
  unfold inside, canon, turn_if. cbn [andb]. destruct (find (is_king White) (fst p)) as [q|] eqn:E.
  - assert (K : forall f, king f p = f (stands q)) by (intros f; unfold king; rewrite E; reflexivity). destruct (stands q) as [x y].
    destruct (pawnless p) eqn:P, (files =? ranks) eqn:Q; cbn [andb]; try (apply Z.eqb_eq in Q);
      repeat first [progress (rewrite ?pawnless_turned, ?P; cbn [andb])|match goal with |- context [if king ?f ?p then _ else _] => let D := fresh "D" in destruct (king f p) eqn:D end];
      rewrite ?king_of_turned, ?K, ?pawnless_turned, ?P in *;
      unfold beyond, above, over, flip_files, flip_ranks, swap in *; cbn [fst snd andb orb] in *; rewrite ?orb_false_r in *; rewrite ?Z.ltb_lt, ?Z.ltb_ge in *; apply negb_true_iff; rewrite ?orb_false_iff, ?Z.ltb_ge; lia.
  - assert (K : forall f, king f p = false) by (intros f; unfold king; rewrite E; reflexivity). repeat (rewrite ?K, ?andb_false_r; cbn [andb orb negb]). reflexivity.
Qed.
End Turned.
