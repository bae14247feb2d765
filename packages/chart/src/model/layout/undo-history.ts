// One undo history for the whole chart. Trading lines are never in it: undo must not remove an
// order from the chart.

import { Signal } from '../../primitives/events.ts'

/** One step that can be undone. Both functions may be called many times. */
export type Change = {
  /** The label of the step, in the language of the chart. */
  readonly text: string
  redo(): void
  undo(): void
  /**
   * Consecutive changes with an equal key are one step: use a new key for each gesture (a drag, a
   * slider).
   */
  readonly mergeKey?: string
}

/** The shape is TradingView's `undoRedoState`. */
export type UndoRedoState = {
  readonly enableUndo: boolean
  readonly undoText: string
  readonly enableRedo: boolean
  readonly redoText: string
}

export type HistoryMove = 'do' | 'undo' | 'redo' | 'clear'

/** Older steps are dropped. */
const maxSteps = 200

export class History {
  readonly changed = new Signal<[HistoryMove]>()
  #done: Change[] = []
  #undone: Change[] = []
  #isMoving = false

  /** Makes a change and records it; undone steps can then no longer be redone. */
  do(change: Change): void {
    if (this.#isMoving) return change.redo()
    this.#withoutRecording(() => change.redo())
    this.record(change)
  }

  /** Records a change that has been made already, such as a drag that has just ended. */
  record(change: Change): void {
    if (this.#isMoving) return
    const last = this.#done.at(-1)
    this.#undone = []
    if (last !== undefined && change.mergeKey !== undefined && last.mergeKey === change.mergeKey) {
      const merged = { ...change, undo: () => last.undo(), redo: () => change.redo() }
      this.#done = [...this.#done.slice(0, -1), merged]
    } else {
      this.#done = [...this.#done, change].slice(-maxSteps)
    }
    this.changed.emit('do')
  }

  undo(): void {
    const change = this.#done.at(-1)
    if (change === undefined || this.#isMoving) return
    this.#done = this.#done.slice(0, -1)
    this.#undone = [...this.#undone, change]
    this.#withoutRecording(() => change.undo())
    this.changed.emit('undo')
  }

  redo(): void {
    const change = this.#undone.at(-1)
    if (change === undefined || this.#isMoving) return
    this.#undone = this.#undone.slice(0, -1)
    this.#done = [...this.#done, change]
    this.#withoutRecording(() => change.redo())
    this.changed.emit('redo')
  }

  /** Clears the history, for example because another layout has been loaded. */
  clear(): void {
    this.#done = []
    this.#undone = []
    this.changed.emit('clear')
  }

  get state(): UndoRedoState {
    const undoText = this.#done.at(-1)?.text
    const redoText = this.#undone.at(-1)?.text
    return {
      enableUndo: undoText !== undefined,
      undoText: undoText ?? '',
      enableRedo: redoText !== undefined,
      redoText: redoText ?? '',
    }
  }

  /** Changes that a step triggers are part of that step and are not recorded. */
  #withoutRecording(run: () => void): void {
    this.#isMoving = true
    try {
      run()
    } finally {
      this.#isMoving = false
    }
  }
}
