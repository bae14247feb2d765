// Trading lines as a host describes them, and the difference between two lists, keyed by id
// (spec 4, chart).

export const lineKinds = [
  'liquidation',
  'breakEven',
  'alert',
  'position',
  'order',
  'takeProfit',
  'stopLoss',
] as const

/** The kind of a line; the list above is also the painting order, bottom to top. */
export type LineKind = (typeof lineKinds)[number]

export type LineThickness = 'thin' | 'medium' | 'thick'

export type LineDash = 'solid' | 'dashed' | 'dotted'

/** Widths in CSS pixels (spec, constants of the chart). */
export const thicknessPx: Readonly<Record<LineThickness, number>> = {
  thin: 0.5,
  medium: 1,
  thick: 2,
}

/** The buttons of a line; `modify` is also a click on its label. */
export type LineButton = 'modify' | 'reverse' | 'close' | 'cancel'

/** Appearance that the compatible adapters may set over the theme; all colours are CSS colours. */
export type LineAppearance = {
  readonly extendLeft?: boolean
  /** Distance of the label from the right edge. */
  readonly length?: { readonly value: number; readonly unit: 'percentage' | 'pixel' }
  /** CSS pixels, instead of the thickness. */
  readonly width?: number
  /** 0 solid, 1 dotted, 2 dashed, 3 long dashed, instead of the dash. */
  readonly style?: number
  readonly bodyFont?: string
  readonly quantityFont?: string
  readonly bodyBorder?: string
  readonly bodyText?: string
  readonly bodyBackground?: string
  readonly quantityBackground?: string
  readonly quantityBorder?: string
  readonly quantityText?: string
  readonly button?: Partial<Record<LineButton, ButtonAppearance>>
}

export type ButtonAppearance = {
  readonly background?: string
  readonly border?: string
  readonly icon?: string
}

/**
 * One line. `price` is a plain number; a line whose price is not finite or not above zero is not
 * drawn. `text` and `quantity` are shown as they are: the host translates and formats.
 */
export type ChartLine = {
  readonly id: string
  readonly kind: LineKind
  readonly price: number
  readonly text: string
  readonly side?: 'buy' | 'sell'
  readonly quantity?: string
  /** The host formats the text; the sign decides its colour. */
  readonly pnl?: { readonly text: string; readonly sign: -1 | 0 | 1 }
  readonly thickness?: LineThickness
  readonly dash?: LineDash
  /** Any CSS colour; without it the theme decides by kind and side. */
  readonly color?: string
  /** The trader may drag it; the host's handlers are called. */
  readonly isDraggable?: boolean
  readonly buttons?: readonly LineButton[]
  /** Lower limit of a drag; prices are on the tick. */
  readonly min?: number
  readonly max?: number
  /** The step of a drag; without one, that of the symbol. */
  readonly tick?: number
  readonly tooltip?: string
  readonly buttonTips?: Partial<Record<LineButton, string>>
  /** The server's revision of the change; lower revisions than the shown one are ignored. */
  readonly rev?: number
  readonly appearance?: LineAppearance
}

/** The host's handlers for drags and buttons. */
export type LineHandlers = {
  /** While a line is dragged, at most once per frame. */
  moving?(id: string, price: number): void
  /** The drag has ended: moved, cancelled, or its line was removed. */
  dropped?(id: string): void
  /**
   * Called once at the end of a drag with a changed price. While its promise is open, and until
   * `setLines` has the new price, the line is pending; `false` restores the price.
   */
  moved?(id: string, price: number): Promise<boolean> | void
  pressed?(id: string, button: LineButton): void
  /** The new price is still missing ten seconds after an accepted move: query and set the line. */
  silent?(id: string): void
}

/** The host's handlers for two prices drawn by one press: its start and its current position. */
export type PriceDragHandlers = {
  moved(from: number, to: number): void
  /** Released; both prices are equal if nothing was dragged. */
  ended(from: number, to: number): void
  /** The drag was cancelled, or the symbol changed before it. */
  aborted(): void
}

/** A fill on the chart: an arrow at its price, below it for a buy and above it for a sell. */
export type ExecutionMark = {
  readonly id: string
  readonly timeMs: number
  readonly price: number
  readonly side: 'buy' | 'sell'
  readonly text?: string
  readonly tooltip?: string
  readonly appearance?: {
    readonly font?: string
    readonly textColor?: string
    readonly arrowColor?: string
    readonly arrowHeight?: number
    readonly arrowSpacing?: number
  }
}

/** What changed between two lists of lines. */
export type LineChanges = {
  readonly created: readonly ChartLine[]
  readonly updated: readonly ChartLine[]
  readonly removed: readonly string[]
}

/** Returns whether a line has a price that can be drawn. */
export function isDrawable(line: ChartLine): boolean {
  return Number.isFinite(line.price) && line.price > 0
}

/**
 * Returns the lines to create, update and remove so that the shown lines become the wanted ones.
 * The last line of an id counts; lines that cannot be drawn are left out.
 */
export function lineChanges(
  shown: ReadonlyMap<string, ChartLine>,
  wanted: readonly ChartLine[],
): LineChanges {
  const desired = new Map<string, ChartLine>()
  for (const line of wanted) {
    if (isDrawable(line)) desired.set(line.id, line)
    else desired.delete(line.id)
  }
  const created: ChartLine[] = []
  const updated: ChartLine[] = []
  for (const line of desired.values()) {
    const before = shown.get(line.id)
    if (before === undefined) created.push(line)
    else if (!isSameLine(before, line)) updated.push(line)
  }
  const removed = [...shown.keys()].filter((id) => !desired.has(id))
  return { created, updated, removed }
}

/** Returns whether two states of a line look the same. */
export function isSameLine(a: ChartLine, b: ChartLine): boolean {
  return (
    a.kind === b.kind &&
    a.price === b.price &&
    a.text === b.text &&
    a.side === b.side &&
    a.quantity === b.quantity &&
    a.pnl?.text === b.pnl?.text &&
    a.pnl?.sign === b.pnl?.sign &&
    a.thickness === b.thickness &&
    a.dash === b.dash &&
    a.color === b.color &&
    a.isDraggable === b.isDraggable &&
    a.tooltip === b.tooltip &&
    a.appearance === b.appearance &&
    String(a.buttons) === String(b.buttons)
  )
}
