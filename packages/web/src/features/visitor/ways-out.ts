// Where a banned visitor is led (spec 2): on to the spot market, or out of the terminal; on both
// pages the wall does not stand.

import { pathOf, type Page } from '../../shell/routes.ts'

const LANGUAGE = 'pt-BR'

/** The Brazilian-Portuguese trade page of spot BTC/USDT. */
export const CONFIRM_ADDRESS = `/${LANGUAGE}${pathOf({ kind: 'spot', base: 'BTC', quote: 'USDT' })}`

/** Is this one of the pages that the wall leads to? */
export const isWayOut = (page: Page, language: string | undefined): boolean =>
  page.kind === 'left' || (page.kind === 'spot' && language === LANGUAGE)
