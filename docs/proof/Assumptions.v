(* Prints on which axioms the main theorems rest. `run` compares what is printed with the file `assumptions.txt`. *)
From Bidding Require Import Game Colours Limits Certificates Labels Checker Plan Corpus.
Print Assumptions F_of_turns.
Print Assumptions forces_le_holds.
Print Assumptions forces_ge_holds.
Print Assumptions white_holds_sound.
Print Assumptions white_forces_sound.
Print Assumptions black_holds_sound.
Print Assumptions black_forces_sound.
Print Assumptions alpha_le_beta.
Print Assumptions exact_sharp.
Print Assumptions exact_not_sharp.
Print Assumptions enclosure_narrow.
Print Assumptions enclosure_wide.
Print Assumptions alpha_less_than_beta.
Print Assumptions plan_for_not_losing.
Print Assumptions plan_for_winning.
Print Assumptions labels_unique.
Print Assumptions labels_force.
Print Assumptions labels_exist.
Print Assumptions greedy_bounds_label.
Print Assumptions accepts_sound.
Print Assumptions plan_proves.
Print Assumptions certificates_proved.
