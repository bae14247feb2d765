// Bars as columns of numbers, and computed columns. A rule computes one row from earlier rows and
// columns, so that a live tick costs one row and a full computation can pause anywhere.

/** The fields of a bar that studies need; the engine's bars have them. */
export type BarRow = {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number | undefined
}

const empty = new Float64Array(256).fill(Number.NaN)

/** A column of numbers; NaN stands for no value. */
export class Column {
  #values = empty.slice()

  at(row: number): number {
    return this.#values[row] ?? Number.NaN
  }

  /** The values, for loops over many rows; the array is replaced when the column grows. */
  get values(): Float64Array {
    return this.#values
  }

  put(row: number, value: number): void {
    if (row >= this.#values.length) this.reserve(row + 1)
    this.#values[row] = value
  }

  /** Reserves at least this many rows, and a quarter more when it must grow. */
  reserve(rows: number): void {
    const former = this.#values
    if (rows <= former.length) return
    this.#values = new Float64Array(Math.ceil(rows * 1.25))
    this.#values.set(former)
    this.#values.fill(Number.NaN, former.length)
  }

  /**
   * Reserves `total` rows and shifts the values down by `rows`, with NaN before them; undefined
   * sets all to NaN.
   */
  shift(rows: number | undefined, total: number): void {
    const former = this.#values
    if (total > former.length) {
      this.#values = new Float64Array(Math.ceil(total * 1.125)).fill(Number.NaN)
      if (rows !== undefined) this.#values.set(former.subarray(0, total - rows), rows)
      return
    }
    if (rows !== undefined) former.copyWithin(rows, 0)
    former.fill(Number.NaN, 0, rows)
  }
}

/** The bars that all studies of a chart share, as one column per field. */
export class BarColumns {
  readonly time = new Column()
  readonly open = new Column()
  readonly high = new Column()
  readonly low = new Column()
  readonly close = new Column()
  readonly volume = new Column()
  readonly #columns = [this.time, this.open, this.high, this.low, this.close, this.volume]
  #count = 0
  #version = 0
  #isStale = false
  #added: number | undefined

  get count(): number {
    return this.#count
  }

  /** Incremented when rows other than the last ones may have changed. */
  get version(): number {
    return this.#version
  }

  /** The number of rows prepended in this version; undefined if the rows are different ones. */
  get added(): number | undefined {
    return this.#added
  }

  /** True until the shown bars have been read. */
  get isBlank(): boolean {
    return this.#isStale || this.#count === 0
  }

  /** The next list does not continue the present one. */
  clear(): void {
    this.#isStale = true
  }

  /**
   * Reads the bars. If the list begins as before, only the previously last row and later ones are
   * read; a list with older bars in front is read completely.
   */
  sync(bars: readonly BarRow[]): void {
    const isSame = !this.#isStale && bars.length >= this.#count && this.#beginsLike(bars)
    if (!isSame) {
      this.#version += 1
      this.#added = this.#isStale ? undefined : this.#addedIn(bars)
    }
    this.#isStale = false
    for (const column of this.#columns) column.reserve(bars.length)
    this.#read(bars, isSame ? Math.max(0, this.#count - 1) : 0)
    this.#count = bars.length
  }

  #addedIn(bars: readonly BarRow[]): number | undefined {
    const added = bars.length - this.#count
    const isMoved = added > 0 && bars[added]?.timestamp === this.time.at(0)
    return isMoved && this.#count > 0 ? added : undefined
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

  #read(bars: readonly BarRow[], from: number): void {
    const [times, opens, highs] = [this.time.values, this.open.values, this.high.values]
    const [lows, closes, volumes] = [this.low.values, this.close.values, this.volume.values]
    for (let row = from; row < bars.length; row += 1) {
      const bar = bars[row]
      if (bar === undefined) continue
      times[row] = bar.timestamp
      opens[row] = bar.open
      highs[row] = bar.high
      lows[row] = bar.low
      closes[row] = bar.close
      volumes[row] = bar.volume ?? 0
    }
  }
}

export type Rule = (row: number, own: Column) => number

/** Writes rows `from` to `to` (excluded) into its own values. */
export type LoopRule = (own: Float64Array, from: number, to: number) => void

/** Returns whether work must pause now; called once in a while, not at each row. */
export type TimeCheck = () => boolean

const never: TimeCheck = () => false

/** Rows of one column computed between two checks of the clock. */
const rowsAtOnce = 1024

export class StudyColumns {
  readonly bars: BarColumns
  readonly #columns: Column[] = []
  readonly #steps: ((from: number, to: number) => void)[] = []
  /**
   * The computation covers rows `#from` to `#to`, column by column; it has reached a row of a step.
   */
  #from = 0
  #to = 0
  #step = 0
  #row = 0
  #version = -1
  #isPaused = false
  /** The next update computes the rows of bars from this time on again. */
  #redoMs = Number.POSITIVE_INFINITY

  constructor(bars: BarColumns) {
    this.bars = bars
  }

  /** Adds a column; the rule may read its own earlier rows, and columns added earlier. */
  column(rule: Rule): Column {
    const own = new Column()
    this.#columns.push(own)
    this.#steps.push((from, to) => {
      for (let row = from; row < to; row += 1) own.put(row, rule(row, own))
    })
    return own
  }

  /**
   * Adds a column computed by a loop inside the rule, which the browser can optimise. The values
   * have space for all requested rows.
   */
  loop(rule: LoopRule): Column {
    const own = new Column()
    this.#columns.push(own)
    this.#steps.push((from, to) => {
      own.reserve(to)
      rule(own.values, from, to)
    })
    return own
  }

  /** Adds columns whose rows depend on each other; the rule writes one row of each. */
  columns(count: number, rule: (row: number, own: readonly Column[]) => void): readonly Column[] {
    const own = Array.from({ length: count }, () => new Column())
    this.#columns.push(...own)
    this.#steps.push((from, to) => {
      for (let row = from; row < to; row += 1) rule(row, own)
    })
    return own
  }

  /**
   * Has the next update compute the rows of bars from a time on again, because a series that rules
   * read has changed there. For rules that keep no state from row to row only.
   */
  redoFrom(timeMs: number): void {
    this.#redoMs = Math.min(this.#redoMs, timeMs)
  }

  /** Whether the next update must compute more than the newest rows. */
  get isBehind(): boolean {
    return this.#isPaused || this.bars.version !== this.#version
  }

  /**
   * Computes what has changed: all rows of a new version, else from the last one on. Returns false
   * if it had to pause; the next call continues. Until then rows keep their values, shifted to
   * their bars.
   */
  update(isTimeUp = never): boolean {
    if (this.bars.version !== this.#version) this.#restart()
    else if (!this.#isPaused) this.#begin(this.#firstToCompute())
    const wasPaused = this.#isPaused
    this.#isPaused = !this.#goOn(isTimeUp)
    if (this.#isPaused) return false
    // The last bars may have changed during the pause.
    return wasPaused ? this.update(isTimeUp) : true
  }

  #restart(): void {
    const { bars } = this
    const added = bars.version === this.#version + 1 ? bars.added : undefined
    this.#version = bars.version
    this.#isPaused = false
    for (const column of this.#columns) {
      column.shift(added, bars.count)
    }
    this.#begin(0)
  }

  /** The last computed row, whose bar may have changed, or an earlier one to be computed again. */
  #firstToCompute(): number {
    const { time } = this.bars
    let row = Math.max(0, this.#to - 1)
    while (row > 0 && time.at(row - 1) >= this.#redoMs) row -= 1
    return row
  }

  #begin(from: number): void {
    this.#redoMs = Number.POSITIVE_INFINITY
    this.#from = from
    this.#to = this.bars.count
    this.#step = 0
    this.#row = from
  }

  #goOn(isTimeUp: TimeCheck): boolean {
    for (; this.#step < this.#steps.length; this.#step += 1, this.#row = this.#from) {
      const step = this.#steps[this.#step]
      while (step !== undefined && this.#row < this.#to) {
        const end = Math.min(this.#to, this.#row + rowsAtOnce)
        step(this.#row, end)
        this.#row = end
        if (end < this.#to && isTimeUp()) return false
      }
    }
    return true
  }
}

/** The prices from which a study can be computed. */
export const priceSources = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const

export type PriceSource = (typeof priceSources)[number]

/** Returns the column of a price: a field of the bar, or a mean of fields. */
export function priceOf(columns: StudyColumns, source: PriceSource): Column {
  const { open, high, low, close } = columns.bars
  const averages = {
    hl2: (row: number) => (high.at(row) + low.at(row)) / 2,
    hlc3: (row: number) => (high.at(row) + low.at(row) + close.at(row)) / 3,
    ohlc4: (row: number) => (open.at(row) + high.at(row) + low.at(row) + close.at(row)) / 4,
  }
  if (source === 'hl2' || source === 'hlc3' || source === 'ohlc4') {
    return columns.column(averages[source])
  }
  return columns.bars[source]
}
