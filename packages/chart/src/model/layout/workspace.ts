// What every part of the chart shares that changes what a trader has made: the history of changes,
// the sources that are saved, and the word that something worth saving has changed.

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

  /** To be called for what is saved but cannot be undone; the history calls it by itself. */
  touch(): void {
    this.touched.emit()
  }
}
