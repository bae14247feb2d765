// The margin mode of a position: cross, with the account's whole balance, or isolated, with its own
// margin (spec 2). The exchange's preview is shown before the change is sent.

import { useState } from 'react'
import type { LeverageE2 } from '@basis/domain/numbers/fixed'
import { useListing } from '../../stores/catalogue.ts'
import { setAccountMode } from '../../actions/account-mode.ts'
import { applyLeverageChanges, type LeverageChanges } from '../../actions/modes.ts'
import { useTradingMode, type TradingMode } from '../../stores/positions.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { openDialog, type DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { usePending } from '../../platform/use-pending.ts'
import { AccountFigures, useAccountModePreview } from './AccountFigures.tsx'
import { CapNote } from './CapNote.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { HeldFigures } from './HeldFigures.tsx'
import { changesOf, isModeChanged, withMode } from './leverage-draft.ts'
import { leverageText } from './leverage-form.ts'
import { TraderFooter } from './TraderFooter.tsx'
import { useDraftPreview } from './use-draft-preview.ts'

type Props = { request: Extract<DialogRequest, { kind: 'marginMode' }>; onClose: () => void }
const modes = ['Cross', 'Isolated', 'Portfolio'] as const
type MarginMode = (typeof modes)[number]

export function MarginModeDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const standing = useTradingMode(symbol)
  const isPortfolio = useIsPortfolio()
  const now = isPortfolio ? 'Portfolio' : standing.isIsolated ? 'Isolated' : 'Cross'
  const isAwaited = useIsModeAwaited(symbol)
  const [chosen, setMode] = useState<MarginMode>()
  const mode = chosen ?? now
  const [isSending, during] = usePending()
  const draft = withMode(mode === 'Isolated' ? 'Isolate' : 'Cross', standing)
  // A change to or from portfolio margin affects the whole account, any other this contract only.
  const isOfAccount = isPortfolio !== (mode === 'Portfolio')
  const isChange = !isOfAccount && !isPortfolio && isModeChanged(draft, standing)
  const listing = useListing(symbol)
  const changes = listing && changesOf(draft, standing, listing.instrument)
  const preview = useDraftPreview(symbol, isChange ? changes : undefined)
  const ofAccount = useAccountModePreview(isOfAccount ? mode === 'Portfolio' : undefined)
  const words = {
    Cross: { title: t('margin.cross'), body: t('margin.crossBody') },
    Isolated: { title: t('margin.isolated'), body: t('margin.isolatedBody') },
    Portfolio: { title: t('margin.portfolio'), body: t('margin.portfolioBody') },
  }
  const choices = isPortfolio ? (['Cross', 'Portfolio'] as const) : modes
  const send = async (): Promise<void> => {
    if (changes === undefined) return
    const outcome = await during(
      isOfAccount ? setAccountMode(mode === 'Portfolio') : applyLeverageChanges(symbol, changes),
    )
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      width="md"
      title={t('margin.modeTitle', { symbol })}
      footer={
        <TraderFooter
          pending={isSending}
          disabled={
            isAwaited ||
            (!isChange && !isOfAccount) ||
            preview?.problem !== undefined ||
            ofAccount?.problem !== undefined
          }
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceCards
          label={t('margin.mode')}
          value={mode}
          onChange={setMode}
          choices={choices.map((value) => ({ value, ...words[value] }))}
        />
        <p className="text-xs text-muted">
          {t(isOfAccount || isPortfolio ? 'stress.accountNote' : 'margin.modeNote')}
        </p>
        {isOfAccount || isPortfolio ? (
          <AccountFigures preview={ofAccount} />
        ) : (
          <>
            <CapNote draft={draft} standing={standing} />
            {isChange && changes !== undefined && (
              <LeverageChange standing={standing} changes={changes} />
            )}
            {listing && <HeldFigures instrument={listing.instrument} preview={preview} />}
          </>
        )}
        {isPortfolio && (
          <Button size="sm" onClick={() => openDialog({ kind: 'portfolioMargin' })}>
            {t('margin.stress')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The leverage that the mode change sets, if it differs. */
function LeverageChange(props: { standing: TradingMode; changes: LeverageChanges }) {
  const t = useT()
  const { standing, changes } = props
  if (changes.leverage === undefined) return null
  const { long, short = long } = changes.leverage
  const words = (sides: readonly LeverageE2[]): string =>
    [...new Set(sides.map((side) => `${leverageText(side)}x`))].join(' / ')
  return (
    <Figures
      rows={[
        {
          label: t('leverage.label'),
          now: words([standing.leverageE2, standing.sellLeverageE2]),
          then: words([long, short]),
        },
      ]}
    />
  )
}
