// Options, defaults and errors, with the specification's texts.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Datafeed } from './datafeed.ts'
import { type ChartOptions, resolveOptions } from './options.ts'

const empty: unknown = undefined
const element = { nodeType: 1 } as HTMLElement
const datafeed = { onReady: () => {} } as unknown as Datafeed
const whole: ChartOptions = { symbol: 'BTCUSDT', container: element, datafeed }
const without = (name: keyof ChartOptions): ChartOptions => {
  const { [name]: _, ...rest } = whole
  return rest as ChartOptions
}

let warnings: string[] = []
const context = {
  elementById: (id: string) => (id === 'chart' ? element : null),
  warn: (text: string) => void warnings.push(text),
}
const resolve = (options: ChartOptions) => resolveOptions(options, context)

beforeEach(() => {
  warnings = []
})

describe('a missing option', () => {
  it("either 'symbol' or 'load_last_chart' option must be set", () => {
    const text = "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set"
    expect(() => resolve(without('symbol'))).toThrow(new Error(text))
    expect(() => resolve({ ...whole, symbol: '' })).toThrow(new Error(text))
    expect(resolve({ ...without('symbol'), load_last_chart: true }).symbol).toBeUndefined()
  })

  it('the container must exist', () => {
    const text = 'There is no such element'
    expect(() => resolve(without('container'))).toThrow(new Error(text))
    expect(() => resolve({ ...whole, container: 'elsewhere' })).toThrow(new Error(text))
    expect(() => resolve({ ...whole, container: null as unknown as string })).toThrow(
      new Error(text),
    )
    expect(resolve({ ...whole, container: 'chart' }).container).toBe(element)
  })

  it('no data source gives an error', () => {
    expect(() => resolve(without('datafeed'))).toThrow(new Error('Datafeed is not defined'))
    expect(() => resolve({ ...whole, datafeed: empty as Datafeed })).toThrow(
      new Error('Datafeed is not defined'),
    )
  })
})

describe('a corrected option', () => {
  it('an unsupported locale falls back to en with a warning', () => {
    expect(resolve({ ...whole, locale: 'xx' }).locale).toBe('en')
    expect(warnings).toEqual(['Locale xx is not supported, falling back to en'])
  })

  it('a supported locale stays, in one spelling', () => {
    expect(resolve({ ...whole, locale: 'ja-JP' }).locale).toBe('ja-JP')
    expect(resolve({ ...whole, locale: 'zh_TW' }).locale).toBe('zh-TW')
    expect(warnings).toEqual([])
  })

  it('the library path should end with a slash', () => {
    expect(resolve({ ...whole, library_path: '/charts' }).libraryPath).toBe('/charts/')
    expect(warnings).toEqual(['The library path /charts should end with a slash'])
  })
})

it('defaults are interval 30, UTC, spacing 0.8, /tradingview/', () => {
  expect(resolve(whole)).toMatchObject({
    interval: '30',
    timezone: 'Etc/UTC',
    minBarSpacing: 0.8,
    libraryPath: '/tradingview/',
    locale: 'en',
    theme: 'light',
    debug: false,
  })
  expect(
    resolve(whole)
      .timeFrames.map(({ text }) => text)
      .join(' '),
  ).toBe('1d 5d 1m 3m 6m 1y')
})

it('the name of a theme can be in upper or lower case', () => {
  expect(resolve({ ...whole, theme: 'Dark' as 'dark' }).theme).toBe('dark')
})
