"""The edges as a graph: decisions, files and risks, and what ties them."""

from typing import Final, Literal

from msgspec import Struct, field

from ..base.identity import short_id
from ..memory.model.relationship import Relationship, RelationshipType

NodeKind = Literal["decision", "file", "risk"]

# In the order in which edges lead: a decision to its files, a file to its risks.
NODE_KINDS: Final[tuple[NodeKind, ...]] = ("decision", "file", "risk")
EDGE_KINDS: Final[dict[RelationshipType, tuple[NodeKind, NodeKind]]] = {
    "decision_file": ("decision", "file"),
    "file_risk": ("file", "risk"),
    "decision_risk": ("decision", "risk"),
}
NodeKey = tuple[NodeKind, str]


class Node(Struct, frozen=True):
    """A decision, a file or a risk.

    `name` is what edges call it; a file's has forward slashes. `labels` are what edges say of it,
    newest first. `mark` tells of an entry that is no longer shown ("removed"); mostly empty.
    """

    kind: NodeKind
    name: str
    labels: tuple[str, ...] = ()
    mark: str = ""

    @property
    def key(self) -> NodeKey:
        """What makes two nodes the same."""
        return (self.kind, self.name)

    @property
    def rank(self) -> int:
        """Where its kind stands: 0 decision, 1 file, 2 risk. Edges lead from lower to higher."""
        return NODE_KINDS.index(self.kind)

    @property
    def text(self) -> str:
        """What a person reads: a decision's words, a path, a risk with its only description."""
        if self.kind == "decision" and self.labels:
            return self.labels[0]
        if self.kind == "risk" and len(self.labels) == 1:
            return risk_text(self.name, self.labels[0])
        return self.name or "(no name)"

    @property
    def shown(self) -> str:
        """Its text, with what has become of it."""
        return self.text + self.marking

    @property
    def marking(self) -> str:
        """What has become of it, to stand behind a text; mostly empty."""
        return f" [{self.mark}]" if self.mark else ""

    @property
    def id(self) -> str:
        """A name of letters, digits and `_` that stays the same whatever else there is."""
        return f"{self.kind}_{short_id(self.kind, self.name)}"


class Tie(Struct, frozen=True):
    """An edge between two nodes, by their places in the graph; `date` is YYYY-MM-DD or empty.

    Its JSON stands in the HTML page.
    """

    type: RelationshipType
    source: int = field(name="from")
    target: int = field(name="to")
    label: str = ""
    task: str = ""
    date: str = ""


class Graph(Struct, frozen=True):
    """Nodes and the ties between them, newest tie last. All texts are fit to be shown."""

    nodes: tuple[Node, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def counts(self) -> str:
        """How much there is of each: "2 decisions, 1 file, no risks, 3 edges"."""
        kinds = [node.kind for node in self.nodes]
        words = [_counted(kinds.count(kind), kind) for kind in NODE_KINDS]
        return ", ".join((*words, _counted(len(self.ties), "edge")))

    def saying(self, tie: Tie) -> str:
        """Return the description to show beside an edge: one of several that a risk has."""
        target = self.nodes[tie.target]
        return tie.label if target.kind == "risk" and len(target.labels) > 1 else ""


def ends(edge: Relationship) -> tuple[NodeKey, NodeKey]:
    """Return the nodes that an edge leads from and to."""
    source, target = EDGE_KINDS[edge.type]
    return (source, _name(source, edge.source)), (target, _name(target, edge.target))


def file_name(path: str) -> str:
    """Return a path as nodes are called: forward slashes, no leading `./`."""
    return path.replace("\\", "/").removeprefix("./")


def risk_text(name: str, label: str) -> str:
    """Return a risk and its description: "Security: tokens in localStorage"."""
    if not label or label == name:
        return name or "(no name)"
    return f"{name}: {label}" if name else label


def _name(kind: NodeKind, name: str) -> str:
    return file_name(name) if kind == "file" else name


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
