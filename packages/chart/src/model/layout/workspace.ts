// The shared workspace: undo history, saved sources, and the signal that something worth saving
// has changed.

import { Signal } from '../../primitives/events.ts'
import { History } from './undo-history.ts'
import { SourceRegistry } from './sources.ts'

export class Workspace {
  readonly history = new History()
  readonly sources = new SourceRegistry()
  /** Something worth saving has changed. */
  readonly touched = new Signal<[]>()

  constructor() {
    this.history.changed.subscribe(null, (move) => {
      if (move !== 'clear') this.touch()
    })
  }

  /** Call this for changes that are saved but cannot be undone; the history calls it itself. */
  touch(): void {
    this.touched.emit()
  }
}
