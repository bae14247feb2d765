// The trade page's heading for screen readers, which cannot see the symbol bar.

import { useT } from '../i18n/i18n.ts'
import { useTradePage } from '../shell/location.ts'
import { nameOf, symbolOfPage } from '../stores/catalogue.ts'

export function PageHeading() {
  const t = useT()
  const symbol = symbolOfPage(useTradePage())
  return (
    <h1 className="sr-only">
      {symbol === undefined
        ? t('shell.trade')
        : t('shell.tradeHeading', { symbol: nameOf(symbol) })}
    </h1>
  )
}
