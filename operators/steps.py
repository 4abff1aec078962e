"""Long work in steps: progress in the status bar, Esc to stop, nothing half-done left behind."""

import contextlib
import time

from ..core.errors import Cancelled, StepweaveError

_SLICE = 0.1                # seconds of work between two looks at the keyboard


class SteppedOperator:
    """Mixin for operators whose work is a generator.

    A subclass has ``steps(context)``: a generator that yields (fraction, text) between pieces of
    work and returns a message for the user. It undoes its own work when closed early
    (``try / except (Cancelled, StepweaveError)``); errors are reported, not raised.
    """

    _timer = None

    def execute(self, context):
        """Run to the end at once (scripts, background)."""
        return self._finish(context, self._exhaust(self.steps(context)))

    def invoke(self, context, _event):
        """Run step by step under the eyes of the user."""
        self._work = self.steps(context)
        self._timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.progress_begin(0.0, 1.0)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Some steps per timer tick; everything else waits."""
        if event.type == "ESC" and event.value == "PRESS":
            return self._finish(context, self._stop())
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        try:
            until = time.perf_counter() + _SLICE
            fraction, text = next(self._work)
            while time.perf_counter() < until:
                fraction, text = next(self._work)
        except StopIteration as done:
            return self._finish(context, ("INFO", done.value))
        except StepweaveError as error:
            return self._finish(context, ("ERROR", str(error)))
        context.window_manager.progress_update(fraction)
        context.workspace.status_text_set(f"Stepweave: {text} ({fraction:.0%}), Esc to stop")
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender is closing or loading another file."""
        self._finish(context, self._stop())

    def _stop(self):
        """Close the work, which undoes itself."""
        with contextlib.suppress(Cancelled, StopIteration):
            self._work.throw(Cancelled("stopped"))
        return "WARNING", "Stopped: nothing was changed"

    @staticmethod
    def _exhaust(work):
        """Outcome of all steps."""
        while True:
            try:
                next(work)
            except StopIteration as done:
                return "INFO", done.value
            except StepweaveError as error:
                return "ERROR", str(error)

    def _finish(self, context, outcome):
        """Tidy up and say how it went."""
        if self._timer is not None:
            context.window_manager.event_timer_remove(self._timer)
            context.window_manager.progress_end()
            context.workspace.status_text_set(None)
            self._timer = None
        level, message = outcome
        self.report({level}, message or "Done")
        return {"FINISHED"} if level == "INFO" else {"CANCELLED"}
