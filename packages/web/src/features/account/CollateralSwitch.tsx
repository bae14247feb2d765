// The switch of a coin: whether it counts as collateral (rules 12.3).

import { isAlwaysCollateral } from '@basis/domain/margin/collateral'
import { setCollateral } from '../../actions/loans/loans.ts'
import { useT } from '../../i18n/i18n.ts'
import type { CoinBalance } from '../../stores/wallet.ts'
import { Switch } from '../../ui/Switch.tsx'
import { usePending } from '../../platform/use-pending.ts'

/** Always on for dollar coins; absent for a coin that can never be collateral. */
export function CollateralSwitch({ coin: { coin, collateral } }: { coin: CoinBalance }) {
  const t = useT()
  const [isSending, during] = usePending()
  if (collateral === undefined) return <>--</>
  const change = async (isOn: boolean): Promise<void> => {
    await during(setCollateral(coin, isOn))
  }
  return (
    <Switch
      label={t('loans.collateralOf', { coin })}
      labelHidden
      checked={collateral}
      disabled={isSending || isAlwaysCollateral(coin)}
      onChange={(isOn) => void change(isOn)}
    />
  )
}
