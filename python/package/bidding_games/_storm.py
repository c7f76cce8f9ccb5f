"""Storm builds a model, and its arrays are written as UMB: a program of its own, so that `prism` outlives a Storm that is killed.

Storm computes probabilities and rewards exactly, but what it decides (guards, labels, bounds, whole numbers) it decides in doubles. So each decision about
fractions is made again here, exactly and in each state, and a model in which one comes out differently is refused.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import operator
import re
import sys
import tarfile
from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Callable

BELOW = 2**63
# PRISM's whole numbers have 32 bits.
LARGEST = 2**31
# So many states are compared, for each number that an expression is, each of them: some seconds.
MOST_COMPARED = 2**26
DOUBLES = "built in doubles"


def power(base: Fraction, exponent: Fraction) -> Fraction:
    """A power with a whole exponent."""
    if exponent.denominator != 1 or abs(exponent) >= 2**16:
        raise OverflowError
    return base ** int(exponent)


OPERATORS: dict[str, Callable[..., Any]] = {
    "NOT": operator.not_,
    "IFF": operator.eq,
    "XOR": operator.ne,
    "EQUAL": operator.eq,
    "NOT_EQUAL": operator.ne,
    "LESS": operator.lt,
    "LESS_OR_EQUAL": operator.le,
    "GREATER": operator.gt,
    "GREATER_OR_EQUAL": operator.ge,
    "PLUS": operator.add,
    "MINUS": lambda a, b=None: -a if b is None else a - b,
    "TIMES": operator.mul,
    "DIVIDE": operator.truediv,
    "POWER": power,
    "MODULO": lambda a, b: a - b * math.trunc(a / b),
    "MIN": min,
    "MAX": max,
    "FLOOR": math.floor,
    "CEIL": math.ceil,
}


def write(request: dict[str, Any]) -> dict[str, Any]:
    """Writes the model of a request of `prism`; its labels, its players, the number of its deadlocks, and how it was built."""
    storm, path = import_module("stormpy"), Path(request["source"])
    more = dict[str, Any]()
    if path.suffix == ".jani":
        program, formulas = storm.parse_jani_model(str(path))
        program, text = closed(program, request), ""
        formulas = list(formulas.values()) if isinstance(formulas, dict) else list(formulas)
    else:
        agree(closed(storm.parse_prism_program(str(path), simplify=False), request).substitute_formulas())
        program, formulas = closed(storm.parse_prism_program(str(path)), request), []
        text = str(program.substitute_formulas())
        # If a division by zero kills this program, `prism` says where they are.
        print(json.dumps({"divisions": [piece for piece in pieces(text) if re.search(r" / (?!\d*[1-9])", piece)][:3]}), flush=True)
    formulas += [formula for asked in request["properties"] for formula in parsed(storm, program, asked, f"--property {asked}")]
    for name, asked in request["labels"].items():
        more[name] = parsed(storm, program, f"P=? [ F ({asked}) ]", f"--label {name}")[0]
    built, kind = built_from(storm, program, [*formulas, *more.values()])
    if kind not in ("DTMC", "MDP", "SMG"):
        raise ValueError(f"found a model of the kind {kind}, required DTMC, MDP or SMG")
    for name, formula in more.items():
        if built.labeling.contains_label(name):
            raise ValueError(f"found the label {name} in the model, required another name")
        inside = storm.model_checking(built, formula.get_raw_formula().subformula.subformula, only_initial_states=False).get_truth_values_vector()
        built.labeling.add_label(name)
        for state in filter(inside.get, range(built.nr_states)):
            built.labeling.add_label_to_state(name, state)
    labels, how = sorted(built.labeling.get_labels()), "guards, labels and bounds are compared in doubles, and were not compared again exactly"
    if text:
        left = repeat(storm, program, built, "\n".join([text, *labels]))
        how = "Storm compares in doubles; each comparison of fractions was made again exactly, in each state, and came out the same"
        how += f", but not that of {', '.join(left)}" if left else ""
    names = re.findall(r"(?m)^player (\w+)$", text) if kind == "SMG" else []
    comment = f"{DOUBLES}: {how}"
    Path(request["out"]).write_bytes(archive(built, request["title"], kind, names, comment))
    return {"labels": labels, "players": names, "deadlocks": built.labeling.get_states("deadlock").get_number_of_set_bits(), "comment": comment}


def parsed(storm: Any, program: Any, text: str, where: str) -> list[Any]:
    """The properties of a text that the user gave."""
    try:
        return list(storm.parse_properties(text, program))
    except RuntimeError as error:
        raise ValueError(f"Storm, in {where}: {error}") from None


def closed(program: Any, request: dict[str, Any]) -> Any:
    """A program in which all constants have their values."""
    values = ",".join(f"{name}={value}" for name, value in request["constants"].items())
    defined = import_module("stormpy.developer").parse_constant_definition_string(program.expression_manager, values)
    program = program.define_undefined_constants(defined).substitute_constants()
    if program.has_undefined_constants:
        raise ValueError("some constants have no value; give them with --const")
    return program


def built_from(storm: Any, program: Any, formulas: list[Any]) -> tuple[Any, str]:
    """The model that Storm builds, with all its checks, and of which kind it is."""

    def build(checks: bool) -> Any:
        options = whole(storm, [formula.get_raw_formula() for formula in formulas])
        options.set_build_all_labels()
        options.set_build_all_reward_models()
        options.set_build_state_valuations()
        options.set_exploration_checks(checks)
        options.set_add_out_of_bounds_state(not checks)
        return storm.build_model[storm.Rational](program, options=options)

    try:
        built = build(True)
    except RuntimeError as error:
        if re.search("out-of-bounds|sum to one", str(error)):
            raise ValueError(f"Storm, in the state {faulty(build(False))}: {str(error).rstrip('.')}") from None
        raise
    return built, str(built.model_type).rpartition(".")[2]


def whole(storm: Any, formulas: list[Any]) -> Any:
    """Options for the labels of formulas. For a formula that is alone Storm would build no state behind its goal."""
    return storm.BuilderOptions(formulas * 2)


def faulty(built: Any) -> str:
    """The first state, of a model built without checks, from which a variable leaves its range, or a choice of which has not the sum 1."""
    matrix, outside = built.transition_matrix, built.labeling.contains_label("out_of_bounds") and built.labeling.get_states("out_of_bounds")
    for row in range(matrix.nr_rows):
        entries = list(matrix.get_row(row))
        if sum(Fraction(str(entry.value)) for entry in entries) != 1 or outside and any(outside.get(entry.column) for entry in entries):
            break
    state = row if matrix.has_trivial_row_grouping else next(state for state in range(built.nr_states) if row < matrix.get_row_group_end(state))
    return state_text(built, state)


def state_text(built: Any, state: int) -> str:
    """A state as the values of its variables."""
    own, known = built.state_valuations, {variable.name: variable for variable in built.state_valuations.get_all_variables()}
    return ", ".join(f"{name}={str(own.get_value(state, known[name])).lower()}" for name in sorted(known) if name != "_OutOfBoundsBit")


def agree(program: Any) -> None:
    """Bounds and initial values are what Storm takes them for, and no variable begins outside of its bounds."""
    for variable in (*program.global_integer_variables, *(variable for module in program.modules for variable in module.integer_variables)):
        found, where = list[Any](), f"variable {variable.name}: found"
        expressions = [variable.lower_bound_expression, variable.initial_value_expression, variable.upper_bound_expression]
        if program.has_initial_states_expression:
            del expressions[1]
        for expression in expressions:
            inside = expression.evaluate_as_int()
            try:
                found.append(evaluated(expression, {}))
            except (RuntimeError, KeyError, ArithmeticError):
                found.append(inside)
            if found[-1] != inside:
                raise ValueError(f"{where} {inside} for {expression} in Storm's doubles, required {found[-1]}: write the number")
        if found != sorted(found) or found[0] < -LARGEST or found[-1] >= LARGEST:
            values = ", ".join(map(str, found))
            raise ValueError(f"{where} {values}, required a lower bound, a value at first and an upper bound that do not fall, below 2^31")


def repeat(storm: Any, program: Any, built: Any, text: str) -> list[str]:
    """Makes each decision about fractions again, exactly, in each state, and asks Storm what it decided there; those that could not be made again."""
    left, asked = list[str](), list[tuple[str, Any, list[Any], Any]]()
    parser = storm.expressions.ExpressionParser(program.expression_manager)
    parser.set_identifier_mapping({variable.name: variable.get_expression() for variable in program.get_all_expression_variables()})
    for piece in dict.fromkeys(pieces(text)):
        try:
            for decision in decisions(parser.parse_from_string(piece)):
                exact = in_states(built, decision)
                values = {"": True} if decision.has_boolean_type() else {f" = {number}": number for number in sorted(set(exact))}
                if len(values) * len(exact) > MOST_COMPARED:
                    raise OverflowError
                for more, value in values.items():
                    formula = storm.parse_properties(f"P=? [ F ({decision}{more}) ]", program)[0].get_raw_formula()
                    asked.append((f"{decision}{more}", formula, exact, value))
        except (RuntimeError, KeyError, OverflowError):
            left.append(piece)
    # Storm answers as it decided before: a label is compared as a guard is.
    again = asked and storm.build_model[storm.Rational](program, options=whole(storm, [formula for _, formula, _, _ in asked]))
    for decision, formula, exact, value in asked:
        found = storm.model_checking(again, formula.subformula.subformula, only_initial_states=False).get_truth_values_vector()
        for state, known in enumerate(exact):
            if found.get(state) != (known == value):
                said, required = ("false", "true") if known == value else ("true", "false")
                hint = "compare whole numbers, such as x <= 3 instead of x*0.1 <= 0.3"
                raise ValueError(f"in the state {state_text(built, state)}: Storm finds {decision} {said} in doubles, required {required}: {hint}")
    return left


def in_states(built: Any, expression: Any) -> list[Any]:
    """The exact value in each state."""
    names, known, found = [variable.name for variable in expression.get_variables()], dict[tuple[Any, ...], Any](), list[Any]()
    columns = [built.state_valuations.get_values_states(variable) for variable in expression.get_variables()]
    for state, *values in zip(range(built.nr_states), *columns):
        row = tuple(values)
        if row not in known:
            try:
                known[row] = evaluated(expression, dict(zip(names, row)))
            except ZeroDivisionError:
                raise ValueError(f"in the state {state_text(built, state)}: found a division by zero in {expression}, required none") from None
        found.append(known[row])
    return found


def pieces(text: str) -> Iterator[str]:
    """The expressions of a program, as Storm prints it, or of labels, in which something is divided: those in parentheses that are in no others."""
    text = re.sub(r'(?m)^(formula|const) .*$|"[^"]*"|^init\n[\s\S]*?^endinit$', "", text)
    # Storm writes the literal 0.1 as 1/10, without spaces.
    for line in re.sub(r"\b\d+/\d+\b", r"(\g<0>)", text).splitlines():
        depth = start = 0
        for place, sign in enumerate(line):
            if sign == "(" and not depth:
                start = place
            depth += (sign == "(") - (sign == ")")
            if sign == ")" and not depth:
                found = re.fullmatch(r"\(\w+' = (.*)\)", line[start : place + 1])
                piece = found[1] if found else re.split(r"\W", line[:start])[-1] + line[start : place + 1]
                if re.search(r"[/%]|\blog\b", piece):
                    yield piece


def decisions(expression: Any) -> Iterator[Any]:
    """The largest parts of an expression that are decided about fractions: true or false, or a whole number."""
    if is_fraction(expression):
        for part in parts_of(expression):
            yield from decisions(part)
    elif has_fraction(expression):
        yield expression


def parts_of(expression: Any) -> list[Any]:
    """The operands."""
    return [expression.get_operand(place) for place in range(expression.arity)]


def is_fraction(expression: Any) -> bool:
    """Whether the value may be a fraction. (Storm's parser takes 1/10 for a whole number.)"""
    parts = parts_of(expression)
    if not parts or expression.has_boolean_type():
        return bool(expression.has_rational_type())
    name = expression.operator.name
    return name == "DIVIDE" or name not in ("FLOOR", "CEIL") and any(map(is_fraction, parts))


def has_fraction(expression: Any) -> bool:
    """Whether a fraction occurs, or a remainder that may have no divisor."""
    parts = parts_of(expression)
    remainder = len(parts) == 2 and expression.operator.name == "MODULO" and not parts[1].is_literal()
    return remainder or is_fraction(expression) or any(map(has_fraction, parts))


def evaluated(expression: Any, values: dict[str, Any]) -> Any:
    """The exact value of an expression; what does not count is not computed."""
    if expression.is_variable():
        value = values[expression.get_identifier()]
        return value if isinstance(value, bool) else Fraction(value)
    if expression.is_literal():
        return expression.evaluate_as_bool() if expression.has_boolean_type() else Fraction(str(expression.evaluate_as_rational()))

    def operand(place: int) -> Any:
        return evaluated(expression.get_operand(place), values)

    name = expression.operator.name
    if name == "ITE":
        return operand(1) if operand(0) else operand(2)
    if name in ("AND", "OR", "IMPLIES"):
        return operand(1) if operand(0) == (name != "OR") else name != "AND"
    result = OPERATORS[name](*(operand(place) for place in range(expression.arity)))
    return result if isinstance(result, bool) else Fraction(result)


def archive(built: Any, title: str, kind: str, names: Sequence[str] = (), comment: str = DOUBLES) -> bytes:
    """A model that Storm has built, as an archive of UMB. The same model gives the same bytes."""
    matrix, states = built.transition_matrix, int(built.nr_states)
    choices, branches, targets, chances = array("Q", [0]), array("Q", [0]), array("Q"), array("Q")
    is_chain = kind == "DTMC"
    for state in range(states):
        rows = (state,) if is_chain else range(matrix.get_row_group_start(state), matrix.get_row_group_end(state))
        for row in rows:
            for entry in matrix.get_row(row):
                numerator, denominator = int(str(entry.value.numerator)), int(str(entry.value.denominator))
                if numerator == 0:
                    continue
                if not 0 < numerator <= denominator < BELOW:
                    raise ValueError(f"state {state}: found the probability {entry.value}, required numbers below 2^63")
                targets.append(entry.column)
                chances.extend((numerator, denominator))
            branches.append(len(targets))
        choices.append(len(branches) - 1)
    owners: list[int] | None = None
    count = 0 if is_chain else 1
    if kind == "SMG":
        # A state with one choice may be nobody's; then it does not matter whose it is.
        owners = [owner if 0 <= owner < 2**16 else 0 for owner in map(int, built.get_state_player_indications())]
        count = len(names)
    labels = sorted(built.labeling.get_labels())
    files = {
        "state-to-choices.bin": little(choices),
        "choice-to-branches.bin": little(branches),
        "branch-to-target.bin": little(targets),
        "branch-to-probability.bin": little(chances),
        "state-is-initial.bin": bits(states, built.initial_states),
    }
    if owners is not None:
        files["state-to-player.bin"] = little(array("I", owners))
    annotations = {}
    for number, label in enumerate(labels):
        annotations[str(number)] = {"alias": label, "applies-to": ["states"], "type": {"type": "bool"}}
        inside = built.labeling.get_states(label)
        files[f"annotations/aps/{number}/states/values.bin"] = bits(states, (state for state in range(states) if inside.get(state)))
    rewards = {}
    for number, (name, reward) in enumerate(sorted(built.reward_models.items())):
        amounts = {}
        if reward.has_state_rewards:
            amounts["states"] = fractions(reward.state_rewards)
        if reward.has_state_action_rewards:
            amounts["choices"] = fractions(reward.state_action_rewards)
        if reward.has_transition_rewards:
            amounts["branches"] = fractions(beside(matrix, reward.transition_rewards))
        # A name is not empty: a reward without one is called by its number.
        alias = {"alias": name} if name else {}
        rewards[str(number)] = {**alias, "applies-to": list(amounts), "type": {"type": "rational", "size": 128}}
        for part, data in amounts.items():
            files[f"annotations/rewards/{number}/{part}/values.bin"] = data
    system = {
        "time": "discrete",
        "#players": count,
        **({"player-names": list(names)} if count > 1 else {}),
        "#states": states,
        "#initial-states": len(built.initial_states),
        "#choices": len(branches) - 1,
        "#choice-actions": 0,
        "#branches": len(targets),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": {"type": "rational", "size": 128},
    }
    index = {
        "format-version": 1,
        "format-revision": 0,
        "model-data": {"name": title, "comment": comment},
        "transition-system": system,
        "annotations": {"aps": annotations, "rewards": rewards} if rewards else {"aps": annotations},
    }
    return packed({"index.json": json.dumps(index, indent=1).encode(), **files})


def fractions(amounts: Any) -> bytes:
    """Amounts of a reward, as numerators and denominators."""
    found = array("q")
    for amount in amounts:
        numerator, denominator = int(str(amount.numerator)), int(str(amount.denominator))
        if not (-BELOW < numerator < BELOW and denominator < BELOW):
            raise ValueError(f"found the reward {amount}, required one with numbers below 2^63")
        found.extend((numerator, denominator))
    return little(found)


def beside(matrix: Any, rewards: Any) -> Any:
    """The rewards of the branches, one for each: where no reward stands it is 0."""
    for row in range(matrix.nr_rows):
        known = {entry.column: entry.value for entry in rewards.get_row(row)}
        for entry in matrix.get_row(row):
            if int(str(entry.value.numerator)) > 0:
                yield known[entry.column] if entry.column in known else entry.value - entry.value


def little(numbers: array[int]) -> bytes:
    """Numbers, least significant byte first."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def bits(count: int, inside: Any) -> bytes:
    """A set, a bit for each of so many, in words of 8 bytes."""
    words = bytearray((count + 63) // 64 * 8)
    for number in inside:
        words[number // 8] |= 1 << number % 8
    return bytes(words)


def packed(files: dict[str, bytes]) -> bytes:
    """An archive of these files, without times."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), 6, mtime=0)


def main() -> int:
    """Answers one request, as JSON, in the last line."""
    try:
        said, status = write(json.load(sys.stdin)), 0
    except MemoryError:
        said, status = {"error": "MemoryError: found less memory than Storm requires"}, 2
    except (RuntimeError, ValueError, OSError, ArithmeticError) as error:
        said, status = {"error": f"Storm: {error}" if isinstance(error, RuntimeError) else str(error)}, 2
    print(json.dumps(said), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
