// The API of panes and price scales, with TradingView's names.

import { enginePanes, ownPanes, pricePaneId } from '../canvas/study-panes-layout.ts'
import type { ChartController } from '../controller/chart-controller.ts'
import { scaleNumber, scaleOfNumber } from '../controller/series-style.ts'

type PriceRange = { readonly from: number; readonly to: number }

export interface PriceScaleApi {
  /** 0 normal, 1 logarithmic, 2 percent, 3 indexed to 100. */
  getMode(): number
  setMode(mode: number): void
  isInverted(): boolean
  setInverted(isInverted: boolean): void
  isAutoScale(): boolean
  setAutoScale(isAuto: boolean): void
  /** A locked scale keeps the ratio of price to time; this chart does not support it. */
  isLocked(): boolean
  getVisiblePriceRange(): PriceRange | null
  setVisiblePriceRange(range: PriceRange): void
  hasMainSeries(): boolean
  getStudies(): string[]
  formatPrice(price: number): string
}

export interface PaneApi {
  paneIndex(): number
  hasMainSeries(): boolean
  getHeight(): number
  setHeight(heightPx: number): void
  /** Moves an indicator pane among those below the price pane. */
  moveTo(index: number): void
  collapse(): void
  restore(): void
  isCollapsed(): boolean
  getMainSourcePriceScale(): PriceScaleApi | null
  getLeftPriceScales(): readonly PriceScaleApi[]
  getRightPriceScales(): readonly PriceScaleApi[]
}

/** The price scale of the main series. */
export function mainScale(controller: ChartController): PriceScaleApi {
  const canvas = () => controller.chartView?.canvas
  return {
    getMode: () => scaleNumber(controller.state.scale),
    setMode: (mode) => controller.style.setScale(scaleOfNumber(mode)),
    isInverted: () => controller.state.isInverted,
    setInverted: (isInverted) => controller.style.setInverted(isInverted),
    isAutoScale: () => canvas()?.prices.isAuto ?? true,
    setAutoScale: (isAuto) => {
      const range = isAuto ? undefined : canvas()?.prices.range()
      if (isAuto) canvas()?.fitPrices()
      else if (range !== undefined) canvas()?.prices.setRange(range.from, range.to)
    },
    isLocked: () => false,
    getVisiblePriceRange: () => canvas()?.prices.range() ?? null,
    setVisiblePriceRange: ({ from, to }) => canvas()?.prices.setRange(from, to),
    hasMainSeries: () => true,
    getStudies: () => {
      const own = new Set(ownPanes(controller.studies.all).map(({ id }) => id))
      return controller.studies.all.flatMap(({ id }) => (own.has(id) ? [] : [id]))
    },
    formatPrice: (price) => controller.chartView?.priceText(price) ?? String(price),
  }
}

/** Returns the panes from top to bottom, the price pane first. */
export function panesOf(controller: ChartController): PaneApi[] {
  return [pricePaneId, ...enginePanes(controller.studies.all)].map((pane, index) =>
    paneOf(controller, pane, index),
  )
}

function paneOf(controller: ChartController, pane: string, index: number): PaneApi {
  const isMain = index === 0
  const scale = mainScale(controller)
  const fold = (isCollapsed: boolean) => {
    if (isMain) return
    const folded = new Set(controller.state.collapsedPanes)
    if (isCollapsed) folded.add(pane)
    else folded.delete(pane)
    controller.state.collapsedPanes = folded
    controller.chartView?.showPanes()
    controller.workspace.touch()
  }
  return {
    paneIndex: () => (isMain ? 0 : 1 + enginePanes(controller.studies.all).indexOf(pane)),
    hasMainSeries: () => isMain,
    getHeight: () => controller.chartView?.canvas.panes.height(pane) ?? 0,
    setHeight: (heightPx) => {
      const whole = controller.chartView?.canvas.heightPx ?? 0
      if (isMain || whole <= 0 || !(heightPx > 0)) return
      controller.state.paneShares = new Map(controller.state.paneShares).set(pane, heightPx / whole)
      controller.chartView?.showPanes()
      controller.workspace.touch()
      controller.events.panes_height_changed.emit()
    },
    moveTo: (to) => {
      if (!isMain) controller.studies.movePane(pane, to - 1)
    },
    collapse: () => fold(true),
    restore: () => fold(false),
    isCollapsed: () => controller.state.collapsedPanes.has(pane),
    getMainSourcePriceScale: () => (isMain ? scale : null),
    getLeftPriceScales: () => [],
    getRightPriceScales: () => (isMain ? [scale] : []),
  }
}
