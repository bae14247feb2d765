// The two pages that a banned visitor may go to (spec 2): the spot market, and the page outside the
// terminal; neither shows the ban notice.

import { pathOf, type Page } from '../../shell/routes.ts'

const LANGUAGE = 'pt-BR'

/** The Brazilian-Portuguese trade page of spot BTC/USDT. */
export const CONFIRM_ADDRESS = `/${LANGUAGE}${pathOf({ kind: 'spot', base: 'BTC', quote: 'USDT' })}`

/** Returns whether this is one of the pages that the modal links to. */
export const isWayOut = (page: Page, language: string | undefined): boolean =>
  page.kind === 'left' || (page.kind === 'spot' && language === LANGUAGE)
