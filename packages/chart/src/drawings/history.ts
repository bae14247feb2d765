// Undo and redo: what was done, as steps that can be taken back and done again.

import { Signal } from '../events.ts'

export type Step = {
  undo(): void
  redo(): void
}

/** Steps further back than this are forgotten. */
const longestPast = 200

export class History {
  readonly changed = new Signal<[]>()
  #past: Step[] = []
  #future: Step[] = []

  /** Keeps a step that has just been done; what was undone before it cannot be redone any more. */
  push(step: Step): void {
    this.#past = [...this.#past.slice(1 - longestPast), step]
    this.#future = []
    this.changed.tell()
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  undo(): boolean {
    const step = this.#past.pop()
    if (step === undefined) return false
    this.#future.push(step)
    step.undo()
    this.changed.tell()
    return true
  }

  redo(): boolean {
    const step = this.#future.pop()
    if (step === undefined) return false
    this.#past.push(step)
    step.redo()
    this.changed.tell()
    return true
  }

  clear(): void {
    this.#past = []
    this.#future = []
    this.changed.tell()
  }
}
