// The sizes of the default arrangement in a resized window: they are given in pixels, but the
// docking library keeps proportions, so that a larger window would widen every panel.

import { Actions, type Model, RowNode } from 'flexlayout-react'
import type { IJsonRowNode } from 'flexlayout-react'
import { firstLayout, type Desktop, type LayoutSize } from './layout-model.ts'

/** Actions after which the sizes are the trader's own. */
const ownSizes: ReadonlySet<string> = new Set([
  Actions.ADJUST_WEIGHTS,
  Actions.MOVE_NODE,
  Actions.POPOUT_TAB,
  Actions.POPOUT_TABSET,
])

/** Whether an arrangement has the default sizes, which follow the window, or the trader's. */
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

  /** Records an action on the arrangement. */
  heard(actionType: string): void {
    if (!this.#isFitting && ownSizes.has(actionType)) this.#areOwn = true
  }

  /** Gives the panels their default sizes in this room, unless they have their own. */
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
