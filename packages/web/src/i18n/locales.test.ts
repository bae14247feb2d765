// The message files of the other languages: each has the keys and parameters of English, and no
// others. The chart's own texts, which are shown among the page's, have the same words.

import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from './i18n.ts'
import { en } from './messages/en.ts'

const folder = new URL('../../public/locales/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

const flat = (tree: object, prefix = ''): (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[prefix + name, value] as const]
      : flat(value, `${prefix}${name}.`),
  )
/** The chart's texts in a language; most of its files have no region in their names. */
const chartFolder = new URL('../../../chart/src/options/locales/', import.meta.url)
const chartFiles = readdirSync(chartFolder)
const chartTexts = (code: string) => {
  const regional = `${code.toLowerCase()}.json`
  const name = chartFiles.includes(regional) ? regional : `${code.slice(0, 2)}.json`
  return flat(JSON.parse(readFileSync(new URL(name, chartFolder), 'utf8')))
}
const singular = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
const parameters = (text: string): string =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name ?? '')
    .sort()
    .join()

const english = new Map(flat(en).map(([key, text]) => [singular(key), text]))
/** Other variants of English have its texts, and their own numbers and dates. */
const isEnglish = (code: string): boolean => code.startsWith('en')

test('every language of spec 9 can be chosen', () => {
  const made = files.map((name) => name.replace('.json', ''))
  expect([...made, 'en'].sort()).toEqual(languages.map(({ code }) => code).sort())
})

test.each(files.filter((name) => !isEnglish(name)))(
  '%s has the keys and parameters of English',
  (name) => {
    const texts = flat(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    const keys = new Set(texts.map(([key]) => singular(key)))
    expect([...english.keys()].filter((key) => !keys.has(key))).toEqual([])
    expect([...keys].filter((key) => !english.has(key))).toEqual([])
    const wrong = texts.filter(([key, text]) => {
      // "One order" need not count it.
      if (/_(?:zero|one)$/.test(key)) return false
      return parameters(text) !== parameters(english.get(singular(key)) ?? '')
    })
    expect(wrong).toEqual([])
  },
)

test.each(files.filter((name) => !isEnglish(name)))(
  '%s has every plural form of its language',
  (name) => {
    const code = name.replace('.json', '')
    const texts = new Set(
      flat(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))).map(([k]) => k),
    )
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    const counted = flat(en)
      .filter(([key]) => key.endsWith('_other'))
      .map(([key]) => singular(key))
    const missing = counted.flatMap((key) =>
      forms.filter((form) => !texts.has(`${key}_${form}`)).map((form) => `${key}_${form}`),
    )
    expect(missing).toEqual([])
  },
)

test.each(['de-DE', 'zh-CN', 'zh-HK', 'zh-TW'])(
  'in %s the risk is named before the reward, as in the ratio “1 : reward”',
  (code) => {
    const texts = new Map(flat(JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'))))
    expect(texts.get('tpsl.riskReward')).toMatch(/^(?:Risiko|风险|風險)/)
  },
)

/** English names of tabs, columns, figures and actions, each with one translation per language. */
const terms = [
  'Account banned',
  'Auto-deleveraging (ADL)',
  'Balance',
  'Break-even',
  'Buy stop at {{price}}',
  'Cancel all',
  'Coming soon',
  'Contract delivered',
  'Equity',
  'Funding rate',
  'Insufficient balance',
  'Ladder',
  'Leverage',
  'Liquidation',
  'No fills yet',
  'No trades yet',
  'Order book',
  'Order history',
  'Order size',
  'Order type',
  'Order value',
  'Portfolio margin',
  'Position value',
  'Positions',
  'Quote coin',
  'Recent trades',
  'Reverse',
  'Sell stop at {{price}}',
  'Side',
  'Take-profit and stop-loss',
  'Time in force',
  'TP/SL',
  'TP/SL of {{symbol}}',
  'Type',
]

test.each(files.filter((name) => !isEnglish(name)))(
  '%s has one translation for each term',
  (name) => {
    const texts = new Map(flat(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    const words = (term: string) =>
      new Set(flat(en).flatMap(([key, text]) => (text === term ? [texts.get(key)] : [])))
    const several = terms.flatMap((term) => {
      const all = [...words(term)]
      return all.length > 1 ? [[term, ...all]] : []
    })
    expect(several).toEqual([])
  },
)

const any = (...words: string[]): RegExp => new RegExp(words.join('|'), 'u')
const anyCase = (...words: string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu')
/** Chinese texts have full-width commas and semicolons. */
const halfWidth = '\\p{Script=Han}[,;]'

/** Words that are not used in a language: replaced terms and wrong forms of address. */
const unused: Readonly<Record<string, RegExp>> = {
  'de-DE': anyCase(
    'du|dich|dir|dein|deine|deinen|deiner|deines|hast|kannst|wähle|klicke|tippe|' +
      '(?:der|ihrer|anderer) [\\p{L}-]*wallet|(?:eine|einer|jede|diese|derselben) coin|' +
      '(?:initial|maintenance|portfolio|cross) margin|aufträge|darlehen|demoguthaben|' +
      'auslösepreis|auslöser|einwegmodus|margin-guthabens?|settlement',
  ),
  'es-ES': anyCase(
    'tú|tu|tus|ti|tuyo|puedes|tienes|pierdes|pulsa|elige|inténtalo|abres|cierres|introduce|' +
      'envíalo|detén|comprueba|configura|únete|estabas|recibes|pagues|bolsa|plataforma|' +
      'funding|disparador(?:es)?|limitadas?|take-profit|stop-loss|P&L|PyG',
  ),
  'id-ID': anyCase(
    'silang|terisolasi|rerata|pendanaan|pengiriman|kuantitas|marjin|peramban|kolateral|agunan|' +
      'order book|market order|reduce-only|take-profit|stop-loss|P&L',
  ),
  // Indicators are named 指数, as an index of strength or an exponential average; an index is not.
  'ja-JP': any(
    '口座|片方向|最終価格|(?:初期|必要)証拠金|見積通貨|証拠金モード|ポートフォリオ証拠金|ブラウザー',
    '(?<![\\p{Script=Katakana}力性])指数(?![平移化])',
  ),
  'ko-KR':
    /심볼|호가창|스톱|잔액|마크 가격|최종 가격|인덱스 가격|감소 전용|뒤집|추적 (?:손|익)절|데모|귀하|고객님/,
  'ru-RU': anyCase(
    'ты|тебя|тебе|твой|твоя|твои|субсч[её]т\\p{L}*|стакан\\p{L}*|финансировани\\p{L}*|' +
      'заявк\\p{L}*|вложени\\p{L}*|индексн\\p{L}* цен\\p{L}*|P&L',
  ),
  'th-TH': any(
    'ฟันดิง|ฟันดิ้ง|โพซิชัน|ชำระบัญชี|บังคับปิด|ล้างพอร์ต|ราคามาร์ก|แบบแยก|ครอส|เทคเกอร์|เทกเกอร์',
    'เมกเกอร์|ลีดเดอร์|บอต|สมุดคำสั่ง|ส่วนของทุน|ความเครียด',
  ),
  'tr-TR': anyCase(
    'marj|marj[ıa]\\p{L}*|tasfiye\\p{L}*|(?:işaret|mark) fiyat\\p{L}*|kontrat\\p{L}*',
    'komisyon\\p{L}*|öz sermaye\\p{L}*|özvarlık|oynakl\\p{L}*|k/z|parola\\p{L}*',
    '(?:uzun|kısa) pozisyon\\p{L}*',
  ),
  'vi-VN': anyCase(
    'giá cuối|p&l|leader|người dẫn đầu|vị thế (?:cross|isolated)|open interest',
    'vốn chủ sở hữu|giao hàng|spot|thẻ này',
  ),
  'zh-CN': any('你|跟踪止损|移动止损|初始保证金|带单员|(?<!买)入金|期货', halfWidth),
  'zh-HK': any(
    '你|停利|停損|損益|滑價|機器人|帳戶|移動止損|止蝕|好倉|淡倉|陰陽燭|落盤|獲利|初始保證金|帶單員',
    '金鑰|主控台|網路|級距|選擇權|委託簿',
    halfWidth,
  ),
  'zh-TW': any(
    '你|止盈|止損|盈虧|滑點|部位|賬戶|移動停損|盈利|委託簿|掛單簿|撤單|初始保證金|帶單員',
    '期權|對沖|閾值|演算法訂單',
    halfWidth,
  ),
}

test.each(Object.entries(unused))(
  '%s has one form of address and no replaced terms',
  (name, no) => {
    const texts = flat(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))
    const all = [...texts, ...chartTexts(name)]
    expect(all.filter(([, text]) => no.test(text))).toEqual([])
  },
)

/** Texts of the chart that name what the page names, as in English. */
const onTheChart = {
  cancel: 'shell.cancel',
  quantityLabel: 'book.quantity',
  retry: 'shell.retry',
  studyFUNDING: 'alerts.funding',
  studyLIQ: 'instrument.liquidations',
  studyOI: 'alerts.openInterest',
  symbolType: 'instrument.type',
  theme: 'shell.theme',
  tickSize: 'book.tickSize',
  timeZone: 'shell.times',
  typeSpot: 'chart.searchSpot',
}

test.each(Object.keys(unused))('%s has the same terms on the chart and around it', (name) => {
  const page = new Map(flat(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))))
  const chart = new Map(chartTexts(name))
  // Indicators have capitals in some languages, and the unit in the label.
  const term = (text = '') => text.toLowerCase().replace(/(?:, |[(（ ]+)%[)）]?$/, '')
  const others = Object.entries(onTheChart).filter(
    ([own, key]) => term(chart.get(own)) !== term(page.get(key)),
  )
  expect(others).toEqual([])
})

test('a percentage is written as the formatter writes it: the sign without a space', () => {
  const spaced = Object.keys(unused).flatMap((name) => {
    const texts = flat(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))
    return texts.filter(([, text]) => /[\d}]\s%/.test(text)).map(([key]) => `${name} ${key}`)
  })
  expect(spaced).toEqual([])
})

const ofLiquidation: Readonly<Record<string, RegExp>> = { 'ja-JP': /清算/, 'ko-KR': /청산/ }

test.each(Object.entries(ofLiquidation))(
  'in %s the word for a liquidation is used for nothing else, such as closing',
  (name, word) => {
    const texts = flat(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))
    const others = texts.filter(
      ([key, text]) => word.test(text) && !/liq/i.test(english.get(singular(key)) ?? ''),
    )
    expect(others).toEqual([])
  },
)

test.each(files.filter((name) => /^(?:de|es|id|ja|ko|ru)/.test(name)))(
  '%s says of the margin of an option that it is the initial margin',
  (name) => {
    const texts = new Map(flat(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    expect(texts.get('options.margin')).not.toBe(texts.get('positions.margin'))
  },
)
