// Trading lines on a licensed chart library: its line adapters are created, updated and removed by
// comparison with the lines already shown.

import { type ChartLine, lineChanges, type LineHandlers, thicknessPx } from '@basis/chart/lines'

/**
 * The part of an order or position line's adapter that is used; each setter returns the adapter.
 */
type Adapter = Readonly<Record<string, (value: unknown) => unknown>> & { remove(): void }

/** TradingView's library returns lines either synchronously or as a promise. */
type LineMaker = {
  createOrderLine(): unknown
  createPositionLine(): unknown
}

const dashNumbers = { solid: 0, dotted: 1, dashed: 2 } as const
const kindColours: Readonly<Partial<Record<ChartLine['kind'], string>>> = {
  liquidation: '#f7a600',
  breakEven: '#81858c',
  position: '#20b26c',
  order: '#20b26c',
  takeProfit: '#20b26c',
  stopLoss: '#ef454a',
}

const sellColour = '#ef454a'

export class LicensedLines {
  readonly #chart: () => unknown
  readonly #adapters = new Map<string, Adapter>()
  #shown: ReadonlyMap<string, ChartLine> = new Map()
  #handlers: LineHandlers = {}

  constructor(chart: () => unknown) {
    this.#chart = chart
  }

  /** Shows exactly these lines. */
  show(lines: readonly ChartLine[], handlers: LineHandlers = {}): void {
    this.#handlers = handlers
    const { created, updated, removed } = lineChanges(this.#shown, lines)
    const shown = new Map(this.#shown)
    for (const id of removed) {
      shown.delete(id)
      this.#adapters.get(id)?.remove()
      this.#adapters.delete(id)
    }
    for (const line of [...created, ...updated]) shown.set(line.id, line)
    this.#shown = shown
    for (const { id } of created) void this.#create(id)
    for (const line of updated) this.#dress(this.#adapters.get(line.id), line)
  }

  /** The line may have changed or been removed by the time the adapter is created. */
  async #create(id: string): Promise<void> {
    const chart = this.#chart() as LineMaker
    const isPosition = this.#shown.get(id)?.kind === 'position'
    const made = await (isPosition ? chart.createPositionLine() : chart.createOrderLine())
    const adapter = made as Adapter
    const line = this.#shown.get(id)
    if (line === undefined || this.#adapters.has(id)) return adapter.remove()
    this.#adapters.set(id, adapter)
    this.#join(adapter, line)
    this.#dress(adapter, line)
  }

  /** Registers the callbacks of a line; the library shows a button only if it has one. */
  #join(adapter: Adapter, { id, isDraggable, buttons = [] }: ChartLine): void {
    const presses = {
      modify: 'onModify',
      reverse: 'onReverse',
      close: 'onClose',
      cancel: 'onCancel',
    }
    for (const button of buttons) {
      adapter[presses[button]]?.(() => this.#handlers.pressed?.(id, button))
    }
    if (isDraggable !== true) return
    const price = () => Number(adapter['getPrice']?.(undefined))
    adapter['onMoving']?.(() => this.#handlers.moving?.(id, price()))
    adapter['onMove']?.(() => void this.#moved(id, price()))
  }

  async #moved(id: string, price: number): Promise<void> {
    this.#handlers.dropped?.(id)
    const isTaken = await this.#handlers.moved?.(id, price)
    const line = this.#shown.get(id)
    if (isTaken === false && line !== undefined) this.#dress(this.#adapters.get(id), line)
  }

  #dress(adapter: Adapter | undefined, line: ChartLine): void {
    if (adapter === undefined) return
    const isSell = line.side === 'sell'
    const color = line.color ?? (isSell ? sellColour : (kindColours[line.kind] ?? '#f7a600'))
    const isPosition = line.kind === 'position'
    const set: Readonly<Record<string, unknown>> = {
      Price: line.price,
      Text: [line.text, line.pnl?.text ?? ''].filter((text) => text !== '').join(' '),
      Quantity: line.quantity ?? '',
      LineStyle: dashNumbers[line.dash ?? (isPosition ? 'solid' : 'dashed')],
      LineWidth: Math.max(1, thicknessPx[line.thickness ?? 'medium']),
      LineColor: color,
      BodyBorderColor: color,
      BodyTextColor: color,
      QuantityBorderColor: color,
      QuantityBackgroundColor: color,
      ...(isPosition
        ? {}
        : {
            Editable: line.isDraggable === true,
            Cancellable: line.buttons?.includes('cancel') === true,
          }),
    }
    // Setters that an adapter does not have are skipped.
    for (const [name, value] of Object.entries(set)) adapter[`set${name}`]?.(value)
  }
}
