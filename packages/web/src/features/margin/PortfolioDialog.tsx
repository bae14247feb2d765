// Portfolio margin of the account: spot hedging, and each risk unit with its stress (rules 10).

import { setSpotHedging } from '../../actions/account-mode.ts'
import { useWallet } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { carriedOf } from './stress-figures.ts'
import { StressMatrix } from './StressMatrix.tsx'

export function PortfolioDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const wallet = useWallet()
  const [isSending, during] = usePending()
  const portfolio = wallet?.portfolio
  const hedge = async (isOn: boolean): Promise<void> => {
    await during(setSpotHedging(isOn))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="md"
      title={t('stress.title')}
      footer={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      {wallet === undefined || portfolio === undefined ? (
        <p className="text-xs text-soft">{t('stress.regular')}</p>
      ) : (
        <div className="flex flex-col gap-4 text-xs">
          <p className="text-soft">{t('stress.body')}</p>
          <Switch
            label={t('stress.hedging')}
            checked={portfolio.spotHedging}
            disabled={isSending}
            onChange={(isOn) => void hedge(isOn)}
          />
          <p className="text-soft">{t('stress.hedgingHelp')}</p>
          {portfolio.units.length === 0 && <p className="text-muted">{t('stress.empty')}</p>}
          {portfolio.units.map((unit) => (
            <StressMatrix key={unit.baseCoin} unit={unit} carried={carriedOf(wallet)} />
          ))}
        </div>
      )}
    </Dialog>
  )
}
