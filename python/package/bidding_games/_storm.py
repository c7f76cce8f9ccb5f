"""Storm builds a model, and its arrays are written as UMB: a program of its own, so that `prism` outlives a Storm that is killed.

Storm computes probabilities and rewards exactly, but what it decides (guards, labels, bounds, whole numbers) it decides in doubles. So each decision about
fractions is made again here, exactly and in each state, and a model in which one comes out differently is refused.
"""

from __future__ import annotations

import json
import math
import operator
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Callable

from bidding_games._umb import DOUBLES, of_stormpy

# PRISM's whole numbers have 32 bits.
LARGEST = 2**31
# So many states are compared, for each number that an expression is, each of them: some seconds.
MOST_COMPARED = 2**26


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
    Path(request["out"]).write_bytes(of_stormpy(built, request["title"], names, comment))
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
