// The risk of a coin on the options page: its risk unit with gauge and stress under portfolio
// margin, else a link to the margin mode.

import type { WireWallet } from '@basis/protocol/account'
import { useT } from '../../i18n/i18n.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { useWallet } from '../../stores/wallet.ts'
import { Button } from '../../ui/Button.tsx'
import { carriedIn, carriedOf } from './stress-figures.ts'
import { StressMatrix } from './StressMatrix.tsx'

export function OptionRisk({ baseCoin }: { baseCoin: string }) {
  const t = useT()
  const wallet = useWallet()
  const { portfolio } = wallet ?? {}
  const unit = portfolio?.units.find((each) => each.baseCoin === baseCoin)
  return (
    <div className="flex flex-col items-start gap-3 p-3 text-xs">
      {portfolio === undefined && <p className="text-soft">{t('stress.regular')}</p>}
      {portfolio !== undefined && unit === undefined && (
        <p className="text-soft">{t('stress.empty')}</p>
      )}
      {wallet !== undefined && unit !== undefined && (
        <div className="w-full max-w-xl">
          <StressMatrix unit={unit} carried={carriedOf(wallet)} />
        </div>
      )}
      <Button
        size="sm"
        onClick={() => openDialog({ kind: 'marginMode', symbol: `${baseCoin}USDT` })}
      >
        {t('margin.mode')}
      </Button>
    </div>
  )
}

type StressProps = { baseCoin: string; before: WireWallet; after: WireWallet }

/** A coin's risk unit under portfolio margin, now and after the orders. */
export function OptionStress({ baseCoin, before, after }: StressProps) {
  const unitIn = ({ portfolio }: WireWallet) =>
    portfolio?.units.find((unit) => unit.baseCoin === baseCoin)
  const then = unitIn(after)
  if (then === undefined) return null
  return <StressMatrix unit={unitIn(before) ?? then} then={then} carried={carriedIn(after)} />
}
