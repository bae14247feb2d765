// The UI around and over the canvas: toolbars, lists and marks. It is loaded during the first
// paint, not before it.

import type { ChartCanvas } from '../canvas/chart-canvas.ts'
import type { ChartState, Commands } from '../model/chart-state.ts'
import { DrawingController } from './drawing/drawing-controller.ts'
import { toolbarsCss } from './drawing/draw-style.ts'
import { type Footer, makeFooter } from './header/footer.ts'
import { LineController } from './lines/line-controller.ts'
import { makeToolbar, type Toolbar } from './header/toolbar.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import type { HostButtons } from './header/host-buttons.ts'
import type { BarMarks } from '../bars/bar-marks.ts'
import type { LineStore } from '../model/lines/line-store.ts'
import { dialogCss } from './toolkit/dialog-style.ts'
import { makeMarkLayer, type MarkLayer } from './panes/mark-layer.ts'
import { makeNavigationBar } from './panes/navigation-bar.ts'
import { makePaneBars, type PaneBars } from './panes/pane-bar.ts'
import { makePaneSeparators, type PaneSeparators } from './panes/pane-separators.ts'

export { makeLegend } from './header/legend.ts'

/** The style sheet of everything loaded here. */
export const styles = `${toolbarsCss}${dialogCss}`

export type ToolbarsOptions = {
  readonly page: Document
  readonly view: Window
  readonly state: ChartState
  readonly commands: Commands
  readonly hostButtons: HostButtons
  readonly drawings: Drawings
  readonly trading: LineStore
  readonly marks: BarMarks
  readonly canvas: ChartCanvas
  readonly stage: HTMLElement
  readonly canvasHost: HTMLElement
  markClicked(name: 'onMarkClick' | 'onTimescaleMarkClick', id: string): void
  sidebarToggled(isHidden: boolean): void
  /** The trader has changed a pane's height. */
  panesResized(): void
  openMenu(price: number, at: { readonly x: number; readonly y: number }): void
}

/** Elements by position; those whose feature is off are undefined. */
export type ToolbarParts = {
  readonly header: HTMLElement | undefined
  readonly side: HTMLElement | undefined
  readonly footer: HTMLElement | undefined
  /** On the stage, before its other elements, and after them. */
  readonly under: readonly HTMLElement[]
  readonly over: readonly HTMLElement[]
}

export class Toolbars {
  readonly #options: ToolbarsOptions
  readonly #lines: LineController
  readonly #controls: DrawingController
  #toolbar: Toolbar | undefined
  #footer: Footer | undefined
  #paneBars: PaneBars | undefined
  #separators: PaneSeparators | undefined
  #marks: MarkLayer | undefined

  constructor(options: ToolbarsOptions) {
    this.#options = options
    const { drawings, commands, canvas } = options
    this.#lines = new LineController({
      ...options,
      store: options.trading,
      isDrawing: () => drawings.session.tool !== undefined,
    })
    this.#controls = new DrawingController({
      ...options,
      layer: canvas.drawings,
      handlers: this.#lines.handlers,
      toggleStar: (tool) => commands.toggleStar('drawingTools', tool),
    })
  }

  /** Rebuilds everything in the language of the state. */
  build(): ToolbarParts {
    const { page, state, commands, hostButtons, canvas } = this.#options
    const { features, messages } = state
    this.closeMenus()
    this.#toolbar = features.has('header_widget')
      ? makeToolbar(page, state, { commands, hostButtons })
      : undefined
    if (this.#toolbar !== undefined) {
      this.#toolbar.root.dir = state.options.direction === 'rtl' ? 'rtl' : 'ltr'
      this.showHeader()
    }
    this.#footer = features.has('timeframes_toolbar')
      ? makeFooter(page, state, commands)
      : undefined
    this.#paneBars = makePaneBars(page, state, commands)
    this.#separators = makePaneSeparators({
      page,
      state,
      canvas: () => canvas,
      resized: () => this.#options.panesResized(),
    })
    this.#marks ??= this.#makeMarks()
    const navigation = features.has('control_bar')
      ? [makeNavigationBar(page, messages, () => canvas)]
      : []
    const { bar, overStage } = this.#controls.build()
    return {
      header: this.#toolbar?.root,
      side: bar,
      footer: this.#footer?.root,
      under: [
        this.#paneBars.root,
        this.#separators.root,
        ...(this.#marks === undefined ? [] : [this.#marks.root]),
        ...navigation,
      ],
      over: [...overStage, ...this.#lines.build()],
    }
  }

  #makeMarks(): MarkLayer | undefined {
    const { page, canvas, marks, state, markClicked } = this.#options
    if (marks.marks.length + marks.timescaleMarks.length === 0) return undefined
    return makeMarkLayer(page, canvas, {
      marks: () => marks.marks,
      timescaleMarks: () => marks.timescaleMarks,
      labelLength: state.features.has('two_character_bar_marks_labels') ? 2 : 1,
      clicked: markClicked,
    })
  }

  /** Shows the current marks. */
  fillMarks(): void {
    if (this.#marks !== undefined) return this.#marks.fill()
    this.#marks = this.#makeMarks()
    if (this.#marks !== undefined) this.#options.stage.append(this.#marks.root)
  }

  /** Updates the controls from the state. */
  update(): void {
    this.#controls.update()
    this.#toolbar?.update()
    this.#footer?.update()
  }

  /** Call this after the time zone has changed. */
  setZone(): void {
    this.#footer?.update()
  }

  tick(nowMs: number): void {
    this.#footer?.tick(nowMs)
  }

  /** Shows or hides the header. */
  showHeader(): void {
    if (this.#toolbar !== undefined) this.#toolbar.root.hidden = this.#options.state.isHeaderHidden
  }

  placeMarks(): void {
    this.#lines.placeOffscreenLines()
    this.#marks?.place()
  }

  placePaneBars(): void {
    const { canvas } = this.#options
    this.#separators?.place()
    this.#paneBars?.place({
      topOf: (pane) => canvas.paneTop(pane),
      rightPx: canvas.axisWidthPx + 8,
    })
  }

  followCrosshair(): void {
    this.#lines.followCrosshair()
  }

  /** Handles a key while the stage has focus; returns whether the drawings used it. */
  key(event: KeyboardEvent): boolean {
    return this.#controls.key(event)
  }

  closeMenus(): void {
    this.#toolbar?.closeMenus()
    this.#footer?.closeMenus()
    this.#controls.closeMenus()
  }

  dispose(): void {
    this.closeMenus()
    this.#controls.dispose()
    this.#lines.dispose()
  }
}
