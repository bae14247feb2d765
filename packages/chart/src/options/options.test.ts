// Options, defaults and complaints, in the specification's words.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Datafeed } from './datafeed.ts'
import { type ChartOptions, settledOptions } from './options.ts'

const nothing: unknown = undefined
const element = { nodeType: 1 } as HTMLElement
const datafeed = { onReady: () => {} } as unknown as Datafeed
const whole: ChartOptions = { symbol: 'BTCUSDT', container: element, datafeed }
const without = (name: keyof ChartOptions): ChartOptions => {
  const { [name]: _, ...rest } = whole
  return rest as ChartOptions
}

let warnings: string[] = []
const seams = {
  elementById: (id: string) => (id === 'chart' ? element : null),
  warn: (text: string) => void warnings.push(text),
}
const settle = (options: ChartOptions) => settledOptions(options, seams)

beforeEach(() => {
  warnings = []
})

describe('what is missing', () => {
  it("either 'symbol' or 'load_last_chart' option must be set", () => {
    const text = "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set"
    expect(() => settle(without('symbol'))).toThrow(new Error(text))
    expect(() => settle({ ...whole, symbol: '' })).toThrow(new Error(text))
    expect(settle({ ...without('symbol'), load_last_chart: true }).symbol).toBeUndefined()
  })

  it('the container must exist', () => {
    const text = 'There is no such element'
    expect(() => settle(without('container'))).toThrow(new Error(text))
    expect(() => settle({ ...whole, container: 'elsewhere' })).toThrow(new Error(text))
    expect(() => settle({ ...whole, container: null as unknown as string })).toThrow(
      new Error(text),
    )
    expect(settle({ ...whole, container: 'chart' }).container).toBe(element)
  })

  it('no data source gives a complaint', () => {
    expect(() => settle(without('datafeed'))).toThrow(new Error('Datafeed is not defined'))
    expect(() => settle({ ...whole, datafeed: nothing as Datafeed })).toThrow(
      new Error('Datafeed is not defined'),
    )
  })
})

describe('what is mended', () => {
  it('an unsupported locale falls back to en with a warning', () => {
    expect(settle({ ...whole, locale: 'xx' }).locale).toBe('en')
    expect(warnings).toEqual(['Locale xx is not supported, falling back to en'])
  })

  it('a supported one stays, in one spelling', () => {
    expect(settle({ ...whole, locale: 'ja-JP' }).locale).toBe('ja-JP')
    expect(settle({ ...whole, locale: 'zh_TW' }).locale).toBe('zh-TW')
    expect(warnings).toEqual([])
  })

  it('the library path should end with a slash', () => {
    expect(settle({ ...whole, library_path: '/charts' }).libraryPath).toBe('/charts/')
    expect(warnings).toEqual(['The library path /charts should end with a slash'])
  })
})

it('defaults are interval 30, UTC, spacing 0.8, /tradingview/', () => {
  expect(settle(whole)).toMatchObject({
    interval: '30',
    timezone: 'Etc/UTC',
    minBarSpacing: 0.8,
    libraryPath: '/tradingview/',
    locale: 'en',
    theme: 'light',
    debug: false,
  })
  expect(
    settle(whole)
      .timeFrames.map(({ text }) => text)
      .join(' '),
  ).toBe('1d 5d 1m 3m 6m 1y')
})

it('themes are named in any case', () => {
  expect(settle({ ...whole, theme: 'Dark' as 'dark' }).theme).toBe('dark')
})
