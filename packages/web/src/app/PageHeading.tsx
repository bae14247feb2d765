// The trade page's heading, for readers who cannot see the symbol bar.

import { useT } from '../i18n/i18n.ts'
import { useTradePage } from '../shell/location.ts'
import { symbolAt } from '../shell/routes.ts'

export function PageHeading() {
  const t = useT()
  const symbol = symbolAt(useTradePage())
  return (
    <h1 className="sr-only">
      {symbol === undefined ? t('shell.trade') : t('shell.tradeHeading', { symbol })}
    </h1>
  )
}
