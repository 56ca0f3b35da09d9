"""An order in which xdist's workers take the test files: from both ends of the list."""

from xdist.scheduler.loadfile import LoadFileScheduling
from xdist.workermanage import WorkerController

_FROM_THE_END = "gw3"


class BothEnds(LoadFileScheduling):  # type: ignore[misc]
    """Gives out files from the first on, but to the fourth worker from the last back.

    Browser tests come first and wait as much as they work: the fourth worker uses what they leave.
    """

    def _assign_work_unit(self, node: WorkerController) -> None:
        if node.gateway.id == _FROM_THE_END:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
