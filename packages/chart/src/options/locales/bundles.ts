// The messages of twelve languages beside English, each loaded on demand.

import type { ChartMessages } from '../messages.ts'

type Load = () => Promise<{ readonly default: ChartMessages }>

const bundles: Readonly<Record<string, Load>> = {
  'zh-CN': () => import('./zh-cn.json'),
  'zh-TW': () => import('./zh-tw.json'),
  'zh-HK': () => import('./zh-hk.json'),
  ja: () => import('./ja.json'),
  ko: () => import('./ko.json'),
  ru: () => import('./ru.json'),
  id: () => import('./id.json'),
  es: () => import('./es.json'),
  tr: () => import('./tr.json'),
  th: () => import('./th.json'),
  vi: () => import('./vi.json'),
  de: () => import('./de.json'),
}

/** The languages with messages of their own. */
export const bundleNames: readonly string[] = Object.keys(bundles)

/** Plain `zh` means simplified; Taiwan and Hong Kong have a script in common, not all words. */
function bundleOf(locale: string): string | undefined {
  const [language = '', region = ''] = locale.split('-')
  if (language === 'zh') return ['TW', 'HK'].includes(region) ? `zh-${region}` : 'zh-CN'
  return Object.hasOwn(bundles, language) ? language : undefined
}

/** Whether a locale has messages of its own, which are loaded on demand. */
export const hasBundle = (locale: string): boolean => bundleOf(locale) !== undefined

/** Returns the messages of a locale; undefined for English, and if loading fails. */
export async function loadMessages(locale: string): Promise<ChartMessages | undefined> {
  const name = bundleOf(locale)
  const load = name === undefined ? undefined : bundles[name]
  if (load === undefined) return undefined
  try {
    return (await load()).default
  } catch (failure) {
    console.warn(`The messages of ${locale} could not be loaded`, failure)
    return undefined
  }
}
