// Paths of the terminal's pages, shared by its router, the server and the development server
// (spec 2).

/** The path of the terminal's files and of the pages of USDT contracts. */
export const publicPath = '/trade/usdt/'

/** Pages with an optional language prefix: `/pt-BR/markets`. `*` covers all paths below. */
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

/** The patterns of all pages, for a router. */
export const pagePatterns: readonly string[] = [
  ...translatedPages,
  ...translatedPages.map((pattern) => `/:language${pattern}`),
  ...otherPages,
]

const language = String.raw`[a-z]{2}(?:-[A-Z]{2})?`
const translatedRoots = translatedPages
  .map((pattern) => pattern.slice(1).replace(/\/\*$/, ''))
  .join('|')

/** Matches the language prefix of a page's path; its group is the language alone. */
export const languagePrefix = new RegExp(`^/(${language})(?=/(?:${translatedRoots})(?:/|$))`)

const plainPatterns = [...translatedPages, ...otherPages].map(
  (pattern) => new RegExp(`^${pattern.replace(/\/\*$/, '/.+')}/?$`),
)

/** Returns whether a path is one of the terminal's pages. */
export function isPagePath(path: string): boolean {
  const plain = path.replace(languagePrefix, '')
  return plainPatterns.some((pattern) => pattern.test(plain))
}
