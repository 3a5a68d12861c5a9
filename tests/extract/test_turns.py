"""What a conversation settles: what must not be taken stands first."""

import pytest

from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.candidate_text import MAX_CHARS
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.turns import TurnWatch
from memory_md.transcripts.model.events import Edit, Prose, Said


def settled(*turns: str) -> list[str]:
    """Return what turns settle; a person's begin with "P: ", an agent's with "A: "."""
    conversation = TurnWatch()
    for line, turn in enumerate(turns, 1):
        speaker, text = turn[:3], turn[3:]
        (conversation.person if speaker == "P: " else conversation.agent)(text, line)
    return [candidate.text for candidate in conversation.found()]


_NOTHING = {
    "an answer to a question": (
        "P: How does the cache work?",
        "A: It is keyed by path.",
        "P: And the size, is it bounded at all, or never?",
        "A: Exactly, the size of the cache is never bounded, only the number of its keys is.",
    ),
    "a task that is refused and done otherwise": (
        "P: Add a button.",
        "A: I'll add a red one.",
        "P: No, make it blue please.",
        "A: Got it. I've made it blue and pushed the change.",
    ),
    "a yes to doing something": (
        "P: The tests are slow.",
        "A: I'll run them in parallel and update the configuration.",
        "P: Yes, go ahead.",
        "A: Done. Everything is green.",
    ),
    "a report with code that agrees": (
        "P: No, `batch_id` must exist in each row of `requests`.",
        "A: Great, `batch_id` must exist in each row of `requests` now.\n\n```\ndocker up\n```",
    ),
    "an agreement long after a no": (
        "A: The button of `requests` is blue.",
        "P: No, not that one.",
        "A: It is grey again.",
        "P: The list of `requests` shows each row twice, and it is slow.",
        "A: I look at it.",
        "P: The filter of `requests` shows no row at all.",
        "A: I look at it.",
        "P: The rows of `requests` lack a `batch_id` in the list.",
        "A: Got it. The rows of `requests` must never lack a `batch_id` in the list or the filter.",
    ),
    "a recap that is a question": (
        "P: Ids must be unique.",
        "A: Settled then: ids are unique for each tenant and never used again?",
    ),
    "a recap of closing lines alone": (
        "P: Change how we store the totals of orders, always as integers.",
        "A: Summary:\n\n1. Decision: Totals of orders are always integers.\n2. Gotcha: It fails.",
    ),
    "what a person says first": ("P: No, never use tabs in `make.py`, only four spaces.",),
    "a fault that is told of": (
        "P: Keep the colours of `Scene`.",
        "A: They are kept in the file.",
        "P: No, we did keep `Scene` before, but now it's not stored and every colour is lost.",
    ),
    "a plan behind a recap": (
        "P: The loot of `Deer` must never need a build.",
        "A: Confirmed: so I'll write a key `HasAntlers`, and the predicate of `Deer` will match.",
    ),
    "names of code alone": (
        "P: `batch_id` must exist in `requests`.",
        "A: It does.",
        "P: No, `requests_list.php` selects `batch_id` too.",
        "A: Right. `requests_list.php` (`r.batch_id AS batchId`)",
    ),
    "a long report that agrees": (
        "P: Round the quota of `overage_charge`.",
        "A: Down?",
        "P: No, the quota of `overage_charge` is seen by customers.",
        "A: You're right, the quota of `overage_charge` rounds up always. "
        + "It is changed. " * 80,
    ),
    "a step that is offered": (
        "P: The build of `app.py` is red.",
        "A: Should we run the tests of `app.py` in the other folder as well?",
        "P: Yes, do that.",
    ),
    "an offer that is refused": (
        "P: How do we store money?",
        "A: I propose to store amounts as integer cents in `billing.py`.",
        "P: Hm, what would a decimal cost?",
    ),
    "an offer that names nothing": (
        "P: How do we go on?",
        "A: We should keep it all as simple and small as we can for now.",
        "P: Exactly.",
    ),
    "an offer that an order answers": (
        "P: How do we store money?",
        "A: I propose to store amounts as integer cents in `billing.py`.",
        "P: Right, add a button to the page first.",
    ),
    "a plan of many offers": (
        "P: How do we store money?",
        """A: I propose to store amounts as integer cents in `billing.py`.
We should keep the rates of each day in `rates.py`.
We should use the currency of the tenant in `tenant.py`.""",
        "P: Yes.",
    ),
    "thanks and offers": (
        "P: Round it.",
        "A: Down?",
        "P: No, up.",
        "A: Understood. Let me know if you need anything else.",
    ),
}


@pytest.mark.parametrize("turns", _NOTHING.values(), ids=_NOTHING)
def test_nothing_is_settled_by(turns: tuple[str, ...]) -> None:
    assert settled(*turns) == []


_CHAT = (
    "P: Finance wants the charge of `overage_charge` nailed down.",
    "A: I'd truncate the quota to a whole unit.",
    "P: No, round UP to the next whole unit, always. Truncating bills a customer for rounding.",
)
_RECAPS = {
    "a recap": (
        "A: Settled: `overage_charge` rounds the quota UP to a whole unit.",
        "`overage_charge` rounds the quota UP to a whole unit.",
    ),
    "an acknowledgement that says it again": (
        "A: Got it - the quota rounds UP to the next whole unit, always, so nobody is billed.",
        "The quota rounds UP to the next whole unit, always, so nobody is billed.",
    ),
    "a recap in German": (
        "A: Zusammengefasst: `overage_charge` rundet immer auf die next whole unit auf.",
        "`overage_charge` rundet immer auf die next whole unit auf.",
    ),
    "a recap in Chinese": (
        "A: 总结：`overage_charge` 总是 round UP 到 whole unit，从不截断。",
        "`overage_charge` 总是 round UP 到 whole unit，从不截断。",
    ),
}


@pytest.mark.parametrize(("recap", "kept"), _RECAPS.values(), ids=_RECAPS)
def test_a_recap_stands_for_its_turns(recap: str, kept: str) -> None:
    assert settled(*_CHAT, recap) == [kept]


_OFFERED = (
    "I propose to store amounts as integer cents in `billing.py`.",
    "I suggest that we store amounts as integer cents in `billing.py`. OK?",
    "Should we store amounts as integer cents in `billing.py`?",
    "We should store amounts as integer cents in `billing.py`. Shall I?",
    "Should I store amounts as integer cents in `billing.py`?",
)


@pytest.mark.parametrize("answer", ["exactly", "Yes, do that."])
@pytest.mark.parametrize("offer", _OFFERED)
def test_a_proposal_that_the_person_confirms_is_a_decision(offer: str, answer: str) -> None:
    turns = ("P: How do we store money?", f"A: {offer}", f"P: {answer}")
    assert settled(*turns) == ["Store amounts as integer cents in `billing.py`."]


_OFFERED_OTHERWISE = {
    "of doing": (
        "I suggest retrying webhooks in `hooks.py` five times.",
        "yes, do that",
        "Retrying webhooks in `hooks.py` five times.",
    ),
    "labelled": (
        "Proposal: use ULIDs for order ids so that they sort by time.",
        "Yes please go with that.",
        "Use ULIDs for order ids so that they sort by time.",
    ),
    "German": (
        "Ich schlage vor, Preise als Cent in `price_cents` zu speichern.",
        "genau so",
        "Preise als Cent in `price_cents` zu speichern.",
    ),
    "French": (
        "Je propose de stocker les dates de `events.ts` en UTC.",
        "oui, exactement",
        "Stocker les dates de `events.ts` en UTC.",
    ),
    "Spanish": (
        "Propongo guardar todas las fechas de la tabla `events` en UTC.",
        "sí, exacto",
        "Guardar todas las fechas de la tabla `events` en UTC.",
    ),
    "Russian": (
        "Предлагаю хранить суммы в копейках в поле `amount`.",
        "да, именно так",
        "Хранить суммы в копейках в поле `amount`.",
    ),
    "Chinese": (
        "我建议把金额以分为单位存储在 `amount_cents` 字段。",
        "对，就这样",
        "把金额以分为单位存储在 `amount_cents` 字段。",
    ),
}


@pytest.mark.parametrize(
    ("offer", "answer", "kept"), _OFFERED_OTHERWISE.values(), ids=_OFFERED_OTHERWISE
)
def test_a_proposal_counts_in_other_words_and_languages(offer: str, answer: str, kept: str) -> None:
    assert settled("P: How do we do that?", f"A: {offer}", f"P: {answer}") == [kept]


@pytest.mark.parametrize(
    "step",
    [
        "I suggest running the tests in `billing/` once more first.",
        "Ich schlage vor, die Tests in `billing/` noch einmal laufen zu lassen.",
        "Je propose de lancer les tests dans `billing/` encore une fois.",
        "我建议先运行 `billing/` 中的所有测试并检查结果。",
    ],
)
def test_a_step_that_is_proposed_is_no_decision(step: str) -> None:
    assert settled("P: What now?", f"A: {step}", "P: yes, do that") == []


def test_a_recap_stands_beside_what_the_person_said_on_the_same_line_of_a_file() -> None:
    said = Candidate("preference", "Trials run 14 days and never bill overage.", origin="person")
    conversation = TurnWatch()
    conversation.agent("Which rules?", 1)
    conversation.person(said.text, 1)
    conversation.agent("Settled: trial accounts run 14 days and never bill overage.", 1)
    told = [one.text for one in conversation.found([said]) if one.origin == "turn"]
    assert told == ["Trial accounts run 14 days and never bill overage."]


def test_a_recap_in_the_persons_own_words_needs_no_judge() -> None:
    conversation = TurnWatch()
    conversation.agent("Which rules?", 1)
    conversation.person("Refunds go to the original card, and only within 30 days.", 2)
    conversation.agent(
        "To summarise the policy: refunds go to the original card, within 30 days.", 3
    )
    assert [one.stated for one in conversation.found()] == [True]


def test_a_rule_behind_a_no_is_sure_as_a_whole() -> None:
    conversation = TurnWatch()
    conversation.agent("I will round overage blocks down.", 1)
    conversation.person("No, round UP, always. A started block is billed whole.", 2)
    assert [one.score >= 0.7 for one in conversation.found()] == [True]


def test_a_proposal_without_a_name_is_a_decision_where_it_says_enough() -> None:
    turns = ("P: We need a rule.", "A: I propose to {}.", "P: Exactly.")
    rule = "round half up to whole cents on every invoice line"
    assert settled(turns[0], turns[1].format(rule), turns[2]) == [rule.capitalize() + "."]
    assert settled(turns[0], turns[1].format("keep the other one"), turns[2]) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("Superseding the old rule: is that right?", [], id="a question"),
        pytest.param("Amended files: see the diff of yesterday", [], id="too little"),
        pytest.param(
            "Amended policy, superseding the no-free-units rule: accounts get 250 units a month.",
            ["Accounts get 250 units a month."],
            id="amended",
        ),
        pytest.param(
            "New policy, superseding the old one: refunds are booked as credit notes.",
            ["Refunds are booked as credit notes."],
            id="new",
        ),
    ],
)
def test_what_a_person_announces_to_hold_instead_is_a_decision(said: str, kept: list[str]) -> None:
    assert settled("P: How are refunds booked?", "A: As lines.", f"P: {said}") == kept


def test_without_a_recap_the_persons_rule_is_kept_with_its_reason() -> None:
    assert settled(*_CHAT[:2], "P: No, `quota` must round UP. Truncating bills for rounding.") == [
        "`quota` must round UP. Truncating bills for rounding."
    ]


def test_two_rules_behind_one_no_are_two_entries() -> None:
    assert settled(
        "A: I will raise `batch_size` to 1000 and retry failed batches silently.",
        "P: no, `batch_size` must never exceed 100, the database proxy cuts anything larger. And"
        " never retry a failed batch without logging the row numbers. The auditors read that log.",
    ) == [
        "`batch_size` must never exceed 100, the database proxy cuts anything larger.",
        "Never retry a failed batch without logging the row numbers. The auditors read that log.",
    ]


def test_an_agreement_on_another_matter_does_not_drop_what_the_person_ruled() -> None:
    rule = "Refunds must not be negative order lines. The accountants need `refunds` apart."
    assert settled(
        "P: Please add refunds to the shop.",
        "A: I added refunds as negative order lines.",
        f"P: No, {rule}",
        "A: Understood. We decided to key a refund by order id plus a sequence number, because"
        " one order can be refunded several times.",
    )[-1:] == [rule]


def test_what_an_agent_sums_up_while_it_works_waits() -> None:
    said = [
        Prose(1, "I'd truncate the quota of `overage_charge` to a whole unit."),
        Said(2, "No, round the quota of `overage_charge` UP to the next whole unit, always."),
        Prose(3, "Got it: the quota of `overage_charge` rounds UP to the next whole unit, always."),
    ]
    for work, is_sure in (([], True), ([Edit(4, "billing.py")], False)):
        (told,) = [one for one in read_events([*said, *work]).candidates if one.origin == "turn"]
        assert (told.score >= Extract().sure) is is_sure


def test_a_recap_that_tells_what_was_done_does_not_stand_for_the_rule() -> None:
    events = [
        Prose(1, "I opened the pull request against `release`."),
        Said(2, "never open prs against release!!!!!!!!!!!"),
        Prose(3, "You’re right. I made the wrong call there. I’m closing that PR."),
        Prose(4, "Confirmed: the release-targeted PR is closed, its replacement open on `main`."),
    ]
    told = [one.text for one in read_events(events).candidates if one.score >= Extract().sure]
    assert "Never open prs against release!!!!!!!!!!!" in told


def test_a_proposal_counts_when_it_is_confirmed() -> None:
    turns = (
        "P: Sync doubles contacts whose email is cased differently on one day.",
        "A: Raw email equality is wrong.",
        "P: No, and the day counts too, the same email on one day is one contact.",
        "A: The lowercased email and the calendar day are the key of one contact.",
    )
    assert settled(*turns) != [turns[-1][3:]]
    assert turns[-1][3:] in settled(*turns, "P: Exactly.")


def test_a_later_recap_of_one_matter_stands_for_the_earlier() -> None:
    first = "A: Settled: `overage_charge` rounds the quota UP to a whole unit."
    later = "A: Final: `overage_charge` rounds the quota UP to a whole unit, after the grace."
    told = settled(*_CHAT, first, "P: No, after the grace of 25 units.", later)
    assert told == [later.removeprefix("A: Final: ")]


def test_a_long_recap_is_parted_between_its_statements() -> None:
    clause = "the charge of tier {} rounds UP to the next whole unit and never truncates it"
    recap = "A: Settled: " + "; ".join(clause.format(number) for number in range(12)) + "."
    parts = settled(*_CHAT, recap)
    assert len(parts) == 2
    assert all(len(part) <= MAX_CHARS for part in parts)
    assert all(part.endswith((";", ".")) for part in parts)


@pytest.mark.parametrize(
    ("worked", "yes"),
    [
        pytest.param(True, "Perfect.", id="a report of work"),
        pytest.param(False, "Yes, now add the badge to the README.", id="with the next order"),
    ],
)
def test_a_yes_that_only_goes_on_with_the_work_settles_nothing(worked: bool, yes: str) -> None:
    turns = [
        Said(1, "Sort the table."),
        Prose(2, "I sort the rows of `table.py` by name."),
        Said(3, "No, sort the rows of `table.py` by price, never by name."),
        *([Edit(4, "table.py")] if worked else []),
        Prose(5, "The rows of `table.py` are now by price, never by name."),
        Said(6, yes),
    ]
    assert not [c for c in read_events(turns).candidates if c.line == 5]


def test_a_number_that_answers_alone_is_no_part_of_the_rule_behind_it() -> None:
    told = settled(
        "A: I will set the retries of `payments/retry.py` to 4.",
        "P: No, 6. And never retry SEPA payments, because the bank charges 3 EUR for each.",
    )
    assert told == ["Never retry SEPA payments, because the bank charges 3 EUR for each."]


def test_who_refuses_what_was_done_bounds_that_work_unless_they_say_for_how_long() -> None:
    def ruled(no: str) -> list[Candidate]:
        turns = [Said(1, "Sort the table."), Edit(2, "table.py"), Prose(3, "Done."), Said(4, no)]
        return [c for c in read_events(turns).candidates if c.kind == "decision"]

    assert not ruled("No, the button of `Add series` counts. Not the one of `Settings`, delete it.")
    assert ruled("No. `retry` must never wrap `charge()`, because a repeated call bills twice.")


def test_a_yes_to_what_was_done_with_a_proposal_does_not_settle_it() -> None:
    proposal = "The rows of `table.py` are sorted by price, and rows without a price come last."
    turns = [
        Said(1, "Sort the rows of `table.py`, those without a price too."),
        Prose(2, "By name?"),
        Said(3, "No, rows of `table.py` sort by price, without price they come last."),
        Prose(4, proposal),
    ]

    def decided(*later: Edit | Said) -> list[str]:
        found = read_events([*turns, *later]).candidates
        return [one.text for one in found if one.line == 4 and one.kind == "decision"]

    assert decided(Edit(5, "table.py"), Said(6, "Perfect.")) == []
    assert decided(Said(6, "Exactly.")) == [proposal]
