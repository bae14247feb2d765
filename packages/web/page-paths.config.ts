// Addresses of the terminal's pages, as its development server tells them from files.

const named = String.raw`(?:markets|portfolio|fees|wallets|docs/api|copy-trading|bots|help|invite|user/assets/order)`
const language = String.raw`[a-z]{2}(?:-[A-Z]{2})?`
const outside = new RegExp(
  String.raw`^/(?:${language}/(?:trade|${named})|trade(?!/usdt/)|${named}|left)(?:/|$|\?)`,
)

/**
 * Returns whether an address is a page that lies outside the public path; the server answers it
 * with the same document.
 */
export const isPageOutside = (url: string): boolean => outside.test(url)
