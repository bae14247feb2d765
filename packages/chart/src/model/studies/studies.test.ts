// Studies: a live tick gives the same as a full recalculation, and the values equal those computed
// by hand from the definitions.

import { describe, expect, it } from 'vitest'
import { companionSymbols, resolveInputs, studyCatalogue, studyNames } from './study-catalogue.ts'
import type { StudyName } from './study-catalogue.ts'
import { BarColumns, type BarRow } from './columns.ts'
import { StudyRun } from './study-run.ts'

/** A random walk, repeatable by its seed, with flat bars and bars without volume. */
function walk(count: number, seed = 7): BarRow[] {
  let state = seed
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  let price = 100
  return Array.from({ length: count }, (_, at) => {
    const open = price
    const isFlat = at % 17 === 5
    const close = isFlat ? open : Math.max(1, open + (chance() - 0.5) * 4)
    const high = isFlat ? open : Math.max(open, close) + chance()
    const low = isFlat ? open : Math.min(open, close) - chance() / 2
    price = close
    const volume = at % 13 === 4 ? 0 : Math.round(chance() * 1000)
    return { timestamp: at * 1_800_000, open, high, low, close, volume }
  })
}

/** A companion series has another value at each bar. */
const closeAt = (timeMs: number, series = 0): number =>
  ((timeMs / 1_800_000) % 97) * (series + 1) - 40

const optionsOf = (name: StudyName, inputs: object = {}) => ({
  shape: studyCatalogue[name],
  inputs: resolveInputs(name, inputs),
  closeAt,
})

function runOver(name: StudyName, bars: readonly BarRow[], inputs: object = {}): StudyRun {
  const columns = new BarColumns()
  columns.sync(bars)
  const run = new StudyRun(optionsOf(name, inputs), columns)
  run.update()
  return run
}

const columnOf = (run: StudyRun, at: number, count: number) =>
  Array.from({ length: count }, (_, row) => run.plots[at]?.column.at(row) ?? Number.NaN)

function expectSame(one: StudyRun, other: StudyRun, count: number): void {
  // A plot without any value would equal every other such plot.
  const valued = other.plots.filter((_, at) => columnOf(other, at, count).some(Number.isFinite))
  expect([one.plots.length, valued.length]).toEqual([other.plots.length, other.plots.length])
  one.plots.forEach((_, at) => {
    const expected = columnOf(other, at, count)
    columnOf(one, at, count).forEach((value, row) => {
      const wanted = expected[row] ?? Number.NaN
      if (Number.isNaN(wanted)) expect(value, `row ${row}`).toBeNaN()
      else expect(Math.abs(value - wanted), `row ${row}`).toBeLessThanOrEqual(1e-9)
    })
  })
}

describe('every study', () => {
  it('is one of at least thirty, and has a title, plots and as many columns', () => {
    expect(studyNames.length).toBeGreaterThanOrEqual(30)
    for (const name of studyNames) {
      const shape = studyCatalogue[name]
      expect(shape.title).not.toBe('')
      expect(runOver(name, walk(5)).plots).toHaveLength(shape.plots.length)
    }
  })

  it.each(studyNames.map((name) => [name]))('%s: ticks equal a full recalculation', (name) => {
    const bars = walk(160)
    const live = bars.slice(0, 100)
    const columns = new BarColumns()
    columns.sync(live)
    const run = new StudyRun(optionsOf(name), columns)
    run.update()
    for (const bar of bars.slice(100)) {
      // The bar arrives in several states, the final one last.
      live.push({ ...bar, close: bar.open, high: bar.open, low: bar.open, volume: 1 })
      columns.sync(live)
      run.update()
      live[live.length - 1] = { ...bar, close: (bar.high + bar.low) / 2 }
      columns.sync(live)
      run.update()
      live[live.length - 1] = bar
      columns.sync(live)
      run.update()
    }
    expectSame(run, runOver(name, bars), bars.length)
  })

  it.each(studyNames.map((name) => [name]))(
    '%s: prepended older bars and replaced bars equal a full recalculation',
    (name) => {
      const bars = walk(140)
      const columns = new BarColumns()
      columns.sync(bars.slice(60))
      const run = new StudyRun(optionsOf(name), columns)
      run.update()
      columns.sync(bars)
      run.update()
      expectSame(run, runOver(name, bars), bars.length)
      const others = walk(140, 99)
      columns.clear()
      columns.sync(others)
      run.update()
      expectSame(run, runOver(name, others), others.length)
    },
  )

  it('has no infinite values if prices do not move and there is no volume', () => {
    const flat = Array.from({ length: 120 }, (_, at) => ({
      timestamp: at * 60_000,
      open: 5,
      high: 5,
      low: 5,
      close: 5,
      volume: 0,
    }))
    for (const name of studyNames) {
      const run = runOver(name, flat)
      run.plots.forEach((_, at) => {
        for (const value of columnOf(run, at, flat.length)) {
          expect([name, Math.abs(value)]).not.toEqual([name, Number.POSITIVE_INFINITY])
        }
      })
    }
  })

  it('computes one row of each column for a tick', () => {
    const bars = walk(2000)
    const columns = new BarColumns()
    columns.sync(bars)
    let rows = 0
    const shape = {
      ...studyCatalogue.MA,
      compute: (studyColumns: Parameters<typeof studyCatalogue.MA.compute>[0]) => [
        studyColumns.column((row) => {
          rows += 1
          return row
        }),
      ],
    }
    const run = new StudyRun({ shape, inputs: {} }, columns)
    run.update()
    expect(rows).toBe(2000)
    bars[1999] = { ...walk(1)[0], timestamp: 1999 * 1_800_000, open: 1, high: 1, low: 1, close: 1 }
    columns.sync(bars)
    run.update()
    expect(rows).toBe(2001)
  })
})

describe('computing in slices', () => {
  const many = 5000
  const lastAt = (bars: readonly BarRow[], close: number) =>
    bars.map((bar, at) => (at === bars.length - 1 ? { ...bar, close } : bar))

  it.each(studyNames.map((name) => [name]))('%s: pauses between slices change no value', (name) => {
    const bars = walk(many)
    const columns = new BarColumns()
    columns.sync(bars.slice(0, many - 2))
    const run = new StudyRun(optionsOf(name), columns)
    let slices = 0
    // Between two slices a bar changes, and then another one is added.
    while (!run.update(() => true)) {
      slices += 1
      expect(run.isBehind).toBe(true)
      if (slices === 1) columns.sync(lastAt(bars.slice(0, many - 2), 3))
      if (slices === 2) columns.sync(bars)
    }
    expect(slices).toBeGreaterThan(1)
    columns.sync(bars)
    run.update()
    expect(run.isBehind).toBe(false)
    expectSame(run, runOver(name, bars), many)
  })

  it('keeps the values of known bars while older ones are computed', () => {
    const bars = walk(many)
    const columns = new BarColumns()
    columns.sync(bars.slice(2000))
    const run = new StudyRun(optionsOf('EMA'), columns)
    run.update()
    const before = run.plots[0]?.column.at(2999)
    columns.sync(bars)
    expect(run.update(() => true)).toBe(false)
    expect(run.plots[0]?.column.at(many - 1)).toBe(before)
    while (!run.update(() => true));
    expectSame(run, runOver('EMA', bars), many)
  })

  it('has no values of the old bars while new ones are computed', () => {
    const columns = new BarColumns()
    columns.sync(walk(many))
    const run = new StudyRun(optionsOf('EMA'), columns)
    run.update()
    columns.clear()
    columns.sync(walk(many, 99))
    expect(run.update(() => true)).toBe(false)
    expect(run.plots[0]?.column.at(many - 1)).toBeNaN()
  })

  it('sums a window of any length, without rounding errors from a large value that left it', () => {
    const bars = walk(400).map((bar, at) => (at === 200 ? { ...bar, close: 1e15 } : bar))
    for (const first of [1, 2, 7, 99, 399, 400, 401]) {
      const column = runOver('MA', bars, { first }).plots[0]?.column
      bars.forEach((_, row) => {
        const window = bars.slice(Math.max(0, row - first + 1), row + 1)
        const mean = window.reduce((sum, bar) => sum + bar.close, 0) / first
        const value = column?.at(row) ?? 0
        if (row < first - 1) expect(value).toBeNaN()
        else expect(Math.abs(value - mean)).toBeLessThanOrEqual(Math.abs(mean) * 1e-12)
      })
    }
  })
})

describe('values computed by hand', () => {
  const closes = [10, 11, 12, 11, 13, 14, 13, 15, 16, 15]
  const bars = closes.map((close, at) => ({
    timestamp: at * 60_000,
    open: closes[at - 1] ?? close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 10 * (at + 1),
  }))
  const last = (name: StudyName, inputs: object, plot = 0) =>
    runOver(name, bars, inputs).plots[plot]?.column.at(bars.length - 1)

  it('moving averages', () => {
    expect(last('MA', { first: 4 })).toBe((13 + 15 + 16 + 15) / 4)
    expect(last('WMA', { length: 3 })).toBeCloseTo((15 * 3 + 16 * 2 + 15) / 6, 12)
    // Starts with the mean of the first three, 11, then smoothed by halves.
    let mean = 11
    for (const close of closes.slice(3)) mean = (mean + close) / 2
    expect(last('EMA', { fast: 3 })).toBeCloseTo(mean, 12)
    let slow = 11
    for (const close of closes.slice(3)) slow = (slow * 2 + close) / 3
    expect(last('SMMA', { length: 3 })).toBeCloseTo(slow, 12)
    expect(last('VWMA', { length: 2 })).toBeCloseTo((16 * 90 + 15 * 100) / 190, 12)
    const worth = closes.reduce((sum, close, at) => sum + close * 10 * (at + 1), 0)
    expect(last('VWAP', {})).toBeCloseTo(worth / 550, 12)
  })

  it('bands', () => {
    // Of 15, 16, 15: mean 46/3, variance 2/9.
    expect(last('BOLL', { length: 3, mult: 2 })).toBeCloseTo(46 / 3 + 2 * Math.sqrt(2 / 9), 12)
    expect(last('DC', { length: 3 }, 0)).toBe(17)
    expect(last('DC', { length: 3 }, 2)).toBe(14)
    expect(last('ENV', { length: 1, percent: 10 })).toBeCloseTo(16.5, 12)
  })

  it('oscillators', () => {
    // Rises of the last three: 1, 2; falls: 1; started with the first three changes 1, 1, -1.
    let [rise, fall] = [2 / 3, 1 / 3]
    for (let at = 4; at < closes.length; at += 1) {
      const change = (closes[at] ?? 0) - (closes[at - 1] ?? 0)
      rise = (2 * rise + Math.max(0, change)) / 3
      fall = (2 * fall + Math.max(0, -change)) / 3
    }
    expect(last('RSI', { length: 3 })).toBeCloseTo((100 * rise) / (rise + fall), 10)
    expect(last('STOCH', { length: 3 })).toBeCloseTo((100 * (15 - 14)) / (17 - 14), 12)
    expect(last('WILLR', { length: 3 })).toBeCloseTo(100 / 3 - 100, 12)
    expect(last('MOM', { length: 4 })).toBe(15 - 14)
    expect(last('ROC', { length: 4 })).toBeCloseTo(100 / 14, 12)
    expect(last('CCI', { length: 3 })).toBeCloseTo((15 - 46 / 3) / (0.015 * (4 / 9)), 9)
    // The highest high was one bar ago, the lowest low three bars ago.
    expect(last('AROON', { length: 3 }, 0)).toBeCloseTo(200 / 3, 12)
    expect(last('AROON', { length: 3 }, 1)).toBeCloseTo(0, 12)
  })

  it('ranges and volume', () => {
    // Every true range is 2, or up to 3 if the close has jumped by two.
    const ranges = closes.map((close, at) => {
      const before = closes[at - 1] ?? close
      return Math.max(2, Math.abs(close + 1 - before), Math.abs(close - 1 - before))
    })
    let mean = (2 + 2 + 2) / 3
    for (const range of ranges.slice(3)) mean = (2 * mean + range) / 3
    expect(last('ATR', { length: 3 })).toBeCloseTo(mean, 12)
    expect(last('OBV', {})).toBe(20 + 30 - 40 + 50 + 60 - 70 + 80 + 90 - 100)
    const worth = { up: 15 * 80 + 16 * 90, down: 15 * 100 }
    expect(last('MFI', { length: 3 })).toBeCloseTo((100 * worth.up) / (worth.up + worth.down), 10)
    // Each close is in the middle of its bar: no money flow at all.
    expect(last('CMF', { length: 3 })).toBe(0)
  })

  it('trend followers', () => {
    const rising = Array.from({ length: 40 }, (_, at) => ({
      timestamp: at,
      open: at + 9,
      high: at + 11,
      low: at + 9,
      close: at + 10,
      volume: 1,
    }))
    const stop = runOver('SAR', rising).plots[0]?.column
    for (let row = 2; row < 40; row += 1) {
      expect(stop?.at(row)).toBeLessThanOrEqual(rising[row - 1]?.low ?? 0)
      expect(stop?.at(row)).toBeGreaterThanOrEqual(stop?.at(row - 1) ?? 0)
    }
    const trend = runOver('SUPERTREND', rising, { length: 3, mult: 1 })
    // The middle minus one true range of two.
    expect(trend.plots[0]?.column.at(39)).toBeCloseTo(49 - 2, 12)
    expect(trend.plots[1]?.column.at(39)).toBeNaN()
  })

  it('a parabolic stop that is hit moves to the extreme of the whole run, its last bar included', () => {
    const bar = (timestamp: number, low: number, high: number) => {
      const close = (low + high) / 2
      return { timestamp, open: close, high, low, close, volume: 1 }
    }
    const risen = [100, 102, 104, 106].map((low, at) => bar(at, low, low + 4))
    // The last bar makes a new high and then falls through the stop.
    const stop = runOver('SAR', [...risen, bar(4, 90, 115)]).plots[0]?.column
    expect(stop?.at(3)).toBeLessThan(106)
    expect(stop?.at(4)).toBe(115)
    const fallen = [106, 104, 102, 100].map((low, at) => bar(at, low, low + 4))
    expect(runOver('SAR', [...fallen, bar(4, 90, 115)]).plots[0]?.column.at(4)).toBe(90)
  })

  it('the cloud’s lines are drawn shifted', () => {
    const run = runOver('ICHIMOKU', walk(60))
    expect(run.plots.map(({ shift }) => shift)).toEqual([0, 0, -25, 25, 25])
  })
})

describe('inputs', () => {
  it('that are invalid are replaced by the defaults', () => {
    expect(resolveInputs('RSI', { length: 0 })).toEqual({ length: 14, source: 'close' })
    expect(resolveInputs('RSI', { length: 21.4, source: 'hl2' })).toEqual({
      length: 21,
      source: 'hl2',
    })
    expect(resolveInputs('RSI', { length: 1e9, source: 'moon' })).toEqual({
      length: 14,
      source: 'close',
    })
    expect(resolveInputs('MACD', [5, 10])).toMatchObject({ fast: 5, slow: 10, signal: 9 })
  })
})

describe('a study of companion series', () => {
  const bars = walk(6)
  const overSeries = (name: StudyName, values: readonly number[]) => {
    const columns = new BarColumns()
    columns.sync(bars)
    const closeAt = (_timeMs: number, series = 0) => values[series] ?? Number.NaN
    const run = new StudyRun({ shape: studyCatalogue[name], inputs: {}, closeAt }, columns)
    run.update()
    return run.plots.map(({ column }) => column.at(3))
  }

  it('plots its series, and liquidated longs below zero', () => {
    expect(overSeries('OI', [12.5])).toEqual([12.5])
    expect(overSeries('FUNDING', [-0.01])).toEqual([-0.01])
    expect(overSeries('LSR', [1.5])).toEqual([1.5])
    expect(overSeries('LIQ', [3, 4])).toEqual([3, -4])
  })

  it('of liquidations carries no sum into the next bar, whose own comes later', () => {
    const columns = new BarColumns()
    columns.sync(bars)
    const lastMs = bars.at(-1)?.timestamp
    const closeAt = (timeMs: number, _series?: number, isOwn?: boolean) =>
      isOwn === true && timeMs === lastMs ? Number.NaN : 7
    const last = (name: StudyName) => {
      const run = new StudyRun({ shape: studyCatalogue[name], inputs: {}, closeAt }, columns)
      run.update()
      return [4, 5].map((row) => run.plots[0]?.column.at(row))
    }
    expect(last('LIQ')).toEqual([7, Number.NaN])
    // Open interest stands until the next sample.
    expect(last('OI')).toEqual([7, 7])
  })

  it('computes the bars again whose values came late, and no others', () => {
    const columns = new BarColumns()
    columns.sync(bars)
    const values = [1, 2, 3, 4, 5, 6]
    const asked: number[] = []
    const rowOf = (timeMs: number) => bars.findIndex(({ timestamp }) => timestamp === timeMs)
    const closeAt = (timeMs: number) => {
      asked.push(rowOf(timeMs))
      return values[rowOf(timeMs)] ?? Number.NaN
    }
    const run = new StudyRun({ shape: studyCatalogue.OI, inputs: {}, closeAt }, columns)
    run.update()
    // The last values of two bars come once the next ones have begun.
    values.splice(3, 3, 40, 50, 60)
    asked.length = 0
    run.redoFrom(bars[3]?.timestamp ?? 0)
    run.update()
    expect([3, 4, 5].map((row) => run.plots[0]?.column.at(row))).toEqual([40, 50, 60])
    expect(asked).toEqual([3, 4, 5])
    asked.length = 0
    run.update()
    expect(asked).toEqual([5])
  })

  it('is offered if the symbol has all of its series', () => {
    expect(companionSymbols('RSI')).toEqual([])
    expect(companionSymbols('OI')).toBeUndefined()
    expect(companionSymbols('LIQ', { liquidatedLongs: 'X' })).toBeUndefined()
    const both = { liquidatedLongs: 'X', liquidatedShorts: 'Y' }
    expect(companionSymbols('LIQ', both)).toEqual(['Y', 'X'])
  })
})
