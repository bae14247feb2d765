// Bars as columns of numbers, and sheets that compute further columns from them. A rule computes
// one row from rows before it and from columns before it, so that a live tick costs one row.

/** What a sheet needs of a bar; the canvas's own bars are such. */
export type BarRow = {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number | undefined
}

/** A column of numbers; what is not there is NaN. */
export class Column {
  #values = new Float64Array(256).fill(Number.NaN)

  at(row: number): number {
    return this.#values[row] ?? Number.NaN
  }

  /** The numbers themselves, for loops over many rows; another array once the column has grown. */
  get values(): Float64Array {
    return this.#values
  }

  put(row: number, value: number): void {
    if (row >= this.#values.length) this.reserve(row + 1)
    this.#values[row] = value
  }

  /** Makes room for so many rows at least, half as much again when it must grow. */
  reserve(rows: number): void {
    if (rows <= this.#values.length) return
    const grown = new Float64Array(Math.ceil(rows * 1.5)).fill(Number.NaN)
    grown.set(this.#values)
    this.#values = grown
  }
}

/** What all studies of one chart share: its bars, each number once. */
export class BarColumns {
  readonly time = new Column()
  readonly open = new Column()
  readonly high = new Column()
  readonly low = new Column()
  readonly close = new Column()
  readonly volume = new Column()
  #count = 0
  #era = 0
  #isStale = false

  get count(): number {
    return this.#count
  }

  /** Raised whenever rows other than the last ones may have changed. */
  get era(): number {
    return this.#era
  }

  /** The next list has nothing to do with the one before. */
  forget(): void {
    this.#isStale = true
  }

  /**
   * Takes over the bars. Where the list begins as it did, only the formerly last row and the ones
   * after it are read; a list with older bars in front is read whole.
   */
  sync(bars: readonly BarRow[]): void {
    const isSame = !this.#isStale && bars.length >= this.#count && this.#beginsLike(bars)
    if (!isSame) this.#era += 1
    this.#isStale = false
    for (let row = isSame ? Math.max(0, this.#count - 1) : 0; row < bars.length; row += 1) {
      const bar = bars[row]
      if (bar !== undefined) this.#put(row, bar)
    }
    this.#count = bars.length
  }

  #beginsLike(bars: readonly BarRow[]): boolean {
    if (this.#count === 0) return false
    const rows = [0, this.#count >> 1, this.#count - 2].filter((row) => row >= 0)
    const isAlike = rows.every((row) => {
      const bar = bars[row]
      return bar?.timestamp === this.time.at(row) && Object.is(bar.close, this.close.at(row))
    })
    const isLast = bars[this.#count - 1]?.timestamp === this.time.at(this.#count - 1)
    return isLast && (this.#count === 1 || isAlike)
  }

  #put(row: number, bar: BarRow): void {
    this.time.put(row, bar.timestamp)
    this.open.put(row, bar.open)
    this.high.put(row, bar.high)
    this.low.put(row, bar.low)
    this.close.put(row, bar.close)
    this.volume.put(row, bar.volume ?? 0)
  }
}

export type Rule = (row: number, own: Column) => number

export class Sheet {
  readonly bars: BarColumns
  readonly #steps: ((row: number) => void)[] = []
  #count = 0
  #era = -1

  constructor(bars: BarColumns) {
    this.bars = bars
  }

  /** Adds a column; the rule may read its own rows before, and columns added earlier. */
  column(rule: Rule): Column {
    const own = new Column()
    this.#steps.push((row) => own.put(row, rule(row, own)))
    return own
  }

  /** Adds columns whose rows depend on each other; the rule puts one row into each. */
  columns(count: number, rule: (row: number, own: readonly Column[]) => void): readonly Column[] {
    const own = Array.from({ length: count }, () => new Column())
    this.#steps.push((row) => rule(row, own))
    return own
  }

  /** Computes what the bars have changed: all rows of a new era, else from the last one on. */
  update(): void {
    const { bars } = this
    const from = bars.era === this.#era ? Math.max(0, this.#count - 1) : 0
    this.#era = bars.era
    this.#count = bars.count
    for (const step of this.#steps) {
      for (let row = from; row < bars.count; row += 1) step(row)
    }
  }
}

/** The prices a study can be taken from. */
export const priceSources = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const

export type PriceSource = (typeof priceSources)[number]

/** Returns the column of a price: one of the bar's own, or a mean of them. */
export function priceOf(sheet: Sheet, source: PriceSource): Column {
  const { open, high, low, close } = sheet.bars
  const means = {
    hl2: (row: number) => (high.at(row) + low.at(row)) / 2,
    hlc3: (row: number) => (high.at(row) + low.at(row) + close.at(row)) / 3,
    ohlc4: (row: number) => (open.at(row) + high.at(row) + low.at(row) + close.at(row)) / 4,
  }
  if (source === 'hl2' || source === 'hlc3' || source === 'ohlc4') {
    return sheet.column(means[source])
  }
  return sheet.bars[source]
}
