// What stands around and over the canvas: bars, drawing tools, lists, marks. All of it is loaded
// and made beside the first picture, not before it.

import type { ChartCanvas } from '../canvas/chart-canvas.ts'
import type { ChartState, Commands } from '../model/chart-state.ts'
import { DrawDesk } from './drawing/drawing-controller.ts'
import { furnitureCss } from './drawing/draw-style.ts'
import { type Footer, makeFooter } from './header/footer.ts'
import { LineDesk } from './lines/line-controller.ts'
import { makeToolbar, type Toolbar } from './header/toolbar.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import type { HeaderShelf } from './header/host-buttons.ts'
import type { MarkBook } from '../bars/bar-marks.ts'
import type { LineBook } from '../model/lines/line-store.ts'
import { dialogCss } from './toolkit/dialog-style.ts'
import { makeMarkLayer, type MarkLayer } from './panes/mark-layer.ts'
import { makeNavigationBar } from './panes/navigation-bar.ts'
import { makePaneBars, type PaneBars } from './panes/pane-bar.ts'
import { makePaneGrips, type PaneGrips } from './panes/pane-separators.ts'

export { makeLegend } from './header/legend.ts'

/** Styles that come with the furniture. */
export const styles = `${furnitureCss}${dialogCss}`

export type FurniturePlan = {
  readonly page: Document
  readonly view: Window
  readonly state: ChartState
  readonly commands: Commands
  readonly shelf: HeaderShelf
  readonly drawings: Drawings
  readonly trading: LineBook
  readonly marks: MarkBook
  readonly canvas: ChartCanvas
  readonly stage: HTMLElement
  readonly canvasHost: HTMLElement
  markClicked(name: 'onMarkClick' | 'onTimescaleMarkClick', id: string): void
  sidebarToggled(isHidden: boolean): void
  /** The trader has given a pane another height. */
  panesResized(): void
  openMenu(price: number, at: { readonly x: number; readonly y: number }): void
}

/** Elements by the place they belong to; those that features switch off are not there. */
export type FurnitureParts = {
  readonly header: HTMLElement | undefined
  readonly side: HTMLElement | undefined
  readonly footer: HTMLElement | undefined
  /** On the stage, before what else stands there, and after it. */
  readonly under: readonly HTMLElement[]
  readonly over: readonly HTMLElement[]
}

export class Furniture {
  readonly #plan: FurniturePlan
  readonly #lines: LineDesk
  readonly #desk: DrawDesk
  #toolbar: Toolbar | undefined
  #footer: Footer | undefined
  #paneBars: PaneBars | undefined
  #grips: PaneGrips | undefined
  #marks: MarkLayer | undefined

  constructor(plan: FurniturePlan) {
    this.#plan = plan
    const { drawings, commands, canvas } = plan
    this.#lines = new LineDesk({
      ...plan,
      book: plan.trading,
      isDrawing: () => drawings.session.tool !== undefined,
    })
    this.#desk = new DrawDesk({
      ...plan,
      layer: canvas.drawings,
      takers: [this.#lines.hand],
      toggleStar: (tool) => commands.toggleStar('drawingTools', tool),
    })
  }

  /** Makes everything anew, in the language of the state. */
  build(): FurnitureParts {
    const { page, state, commands, shelf, canvas } = this.#plan
    const { features, messages } = state
    this.closeMenus()
    this.#toolbar = features.has('header_widget')
      ? makeToolbar(page, state, { commands, shelf })
      : undefined
    if (this.#toolbar !== undefined) {
      this.#toolbar.root.dir = state.options.direction === 'rtl' ? 'rtl' : 'ltr'
      this.showHeader()
    }
    this.#footer = features.has('timeframes_toolbar')
      ? makeFooter(page, state, commands)
      : undefined
    this.#paneBars = makePaneBars(page, state, commands)
    this.#grips = makePaneGrips({
      page,
      state,
      canvas: () => canvas,
      resized: () => this.#plan.panesResized(),
    })
    this.#marks ??= this.#makeMarks()
    const navigation = features.has('control_bar')
      ? [makeNavigationBar(page, messages, () => canvas)]
      : []
    const { bar, overStage } = this.#desk.build()
    return {
      header: this.#toolbar?.root,
      side: bar,
      footer: this.#footer?.root,
      under: [
        this.#paneBars.root,
        this.#grips.root,
        ...(this.#marks === undefined ? [] : [this.#marks.root]),
        ...navigation,
      ],
      over: [...overStage, ...this.#lines.build()],
    }
  }

  #makeMarks(): MarkLayer | undefined {
    const { page, canvas, marks, state, markClicked } = this.#plan
    if (marks.marks.length + marks.timescaleMarks.length === 0) return undefined
    return makeMarkLayer(page, canvas, {
      marks: () => marks.marks,
      timescaleMarks: () => marks.timescaleMarks,
      labelLength: state.features.has('two_character_bar_marks_labels') ? 2 : 1,
      clicked: markClicked,
    })
  }

  /** Shows the marks there are now. */
  fillMarks(): void {
    if (this.#marks !== undefined) return this.#marks.fill()
    this.#marks = this.#makeMarks()
    if (this.#marks !== undefined) this.#plan.stage.append(this.#marks.root)
  }

  /** Shows the state again: what is chosen, what the symbol is called. */
  update(): void {
    this.#desk.update()
    this.#toolbar?.update()
    this.#footer?.update()
  }

  /** The time zone has changed. */
  setZone(): void {
    this.#footer?.update()
  }

  tick(nowMs: number): void {
    this.#footer?.tick(nowMs)
  }

  /** The header hides and comes back without a change of features. */
  showHeader(): void {
    if (this.#toolbar !== undefined) this.#toolbar.root.hidden = this.#plan.state.isHeaderHidden
  }

  placeMarks(): void {
    this.#lines.placeEdges()
    this.#marks?.place()
  }

  placePaneBars(): void {
    const { canvas } = this.#plan
    this.#grips?.place()
    this.#paneBars?.place({
      topOf: (pane) => canvas.paneTop(pane),
      rightPx: canvas.axisWidthPx + 8,
    })
  }

  followCrosshair(): void {
    this.#lines.followCrosshair()
  }

  /** Returns whether a key was for the drawings; the stage has the focus. */
  key(event: KeyboardEvent): boolean {
    return this.#desk.key(event)
  }

  closeMenus(): void {
    this.#toolbar?.closeMenus()
    this.#footer?.closeMenus()
    this.#desk.closeMenus()
  }

  dispose(): void {
    this.closeMenus()
    this.#desk.dispose()
    this.#lines.dispose()
  }
}
