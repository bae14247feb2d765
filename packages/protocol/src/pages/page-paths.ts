// Paths of the terminal's pages, shared by its router, the server and the development server
// (spec 2).

/** The terminal's files lie below this path, and so do the pages of USDT contracts. */
export const publicPath = '/trade/usdt/'

/** Pages that may have a language before their path: `/pt-BR/markets`. `*` is all below. */
const translatedPages = [
  '/trade',
  '/trade/*',
  '/markets',
  '/markets/*',
  '/portfolio',
  '/fees',
  '/wallets',
  '/docs/api',
  '/copy-trading',
  '/bots',
  '/help',
  '/help/*',
  '/invite',
  '/user/assets/order/*',
] as const

const otherPages = ['/left'] as const

/** The patterns of all pages as a router takes them. */
export const pagePatterns: readonly string[] = [
  ...translatedPages,
  ...translatedPages.map((pattern) => `/:language${pattern}`),
  ...otherPages,
]

const language = String.raw`[a-z]{2}(?:-[A-Z]{2})?`
const translatedRoots = translatedPages
  .map((pattern) => pattern.slice(1).replace(/\/\*$/, ''))
  .join('|')

/** Matches the language before the path of a page; its group is the language alone. */
export const languagePrefix = new RegExp(`^/(${language})(?=/(?:${translatedRoots})(?:/|$))`)

const plainPatterns = [...translatedPages, ...otherPages].map(
  (pattern) => new RegExp(`^${pattern.replace(/\/\*$/, '/.+')}/?$`),
)

/** Returns whether a path is one of the terminal's pages. */
export function isPagePath(path: string): boolean {
  const plain = path.replace(languagePrefix, '')
  return plainPatterns.some((pattern) => pattern.test(plain))
}
