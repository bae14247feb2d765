// The sizes of the first arrangement in a window of another size: they are given in pixels, and the
// docking library keeps parts of the whole, so that a window that grows would widen every panel.

import { Actions, type Model, RowNode } from 'flexlayout-react'
import type { IJsonRowNode } from 'flexlayout-react'
import { firstLayout, type Desktop, type LayoutSize } from './layout-model.ts'

/** What a trader does to panels after which the sizes are his own. */
const ownSizes: ReadonlySet<string> = new Set([
  Actions.ADJUST_WEIGHTS,
  Actions.MOVE_NODE,
  Actions.POPOUT_TAB,
  Actions.POPOUT_TABSET,
])

/** Whose sizes an arrangement has: the first ones, which follow the window, or the trader's. */
export class Sizes {
  readonly #model: Model
  readonly #shape: Desktop
  #areOwn: boolean
  #isFitting = false

  constructor(model: Model, shape: Desktop, areOwn: boolean) {
    this.#model = model
    this.#shape = shape
    this.#areOwn = areOwn
  }

  get areOwn(): boolean {
    return this.#areOwn
  }

  /** Takes in what was done to the arrangement. */
  heard(actionType: string): void {
    if (!this.#isFitting && ownSizes.has(actionType)) this.#areOwn = true
  }

  /** Gives the panels the sizes that they would begin with in this room, unless they have own. */
  fit(room: LayoutSize): void {
    const root = this.#model.getRootRow()
    if (this.#areOwn || root === undefined) return
    this.#isFitting = true
    fitRow(this.#model, root, firstLayout(this.#shape, room).layout)
    this.#isFitting = false
  }
}

function fitRow(model: Model, row: RowNode, first: IJsonRowNode): void {
  const children = row.getChildren()
  const wanted = first.children ?? []
  if (children.length !== wanted.length) return
  const weights = wanted.map(({ weight }) => weight ?? 1)
  model.doAction(Actions.adjustWeights(row.getId(), weights))
  children.forEach((child, at) => {
    const below = wanted[at]
    if (child instanceof RowNode && below?.type === 'row') {
      fitRow(model, child, below as IJsonRowNode)
    }
  })
}
