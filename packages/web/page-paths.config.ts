// Addresses of the terminal's pages, which the development server must distinguish from files.

import { isPagePath, publicPath } from '@basis/protocol/pages/page-paths'

/**
 * Returns whether an address is a page outside the public path; the server answers it with the same
 * document.
 */
export function isPageOutside(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return !path.startsWith(publicPath) && isPagePath(path)
}
