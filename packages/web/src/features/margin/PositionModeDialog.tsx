// The position mode: one-way, or a long and a short side by side (hedge); for this contract or for
// all that settle in the same coin (spec 4; rules 6.4).

import { useState } from 'react'
import type { PositionMode } from '@basis/domain/orders/position'
import { useListing } from '../../stores/catalogue.ts'
import { setPositionMode } from '../../actions/modes.ts'
import { useTradingMode } from '../../stores/positions.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { usePending } from '../../platform/use-pending.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import { TraderFooter } from './TraderFooter.tsx'

type Props = { request: Extract<DialogRequest, { kind: 'positionMode' }>; onClose: () => void }
type Scope = 'symbol' | 'coin'
const modes = ['MergedSingle', 'BothSide'] as const satisfies readonly PositionMode[]

export function PositionModeDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const coin = useListing(symbol)?.instrument.settleCoin
  const now = useTradingMode(symbol).mode
  const isAwaited = useIsModeAwaited(symbol)
  const [chosen, setMode] = useState<PositionMode>()
  const mode = chosen ?? now
  const [scope, setScope] = useState<Scope>('symbol')
  const [isSending, during] = usePending()
  const words = {
    MergedSingle: { title: t('margin.oneWay'), body: t('margin.oneWayBody') },
    BothSide: { title: t('margin.hedge'), body: t('margin.hedgeBody') },
  }
  const send = async (): Promise<void> => {
    const where = scope === 'coin' && coin !== undefined ? { coin } : { symbol }
    const outcome = await during(setPositionMode(where, mode, symbol))
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      width="md"
      title={t('margin.positionModeTitle')}
      footer={
        <TraderFooter
          pending={isSending}
          disabled={isAwaited || (mode === now && scope === 'symbol')}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceCards
          label={t('margin.positionModeTitle')}
          value={mode}
          onChange={setMode}
          choices={modes.map((value) => ({ value, ...words[value] }))}
        />
        <Segments
          wide
          label={t('margin.scope')}
          value={scope}
          onChange={setScope}
          items={[
            { value: 'symbol', label: symbol },
            { value: 'coin', label: t('margin.allOf', { coin: coin ?? '' }) },
          ]}
        />
        <p className="text-xs text-muted">{t('margin.positionModeNote')}</p>
      </div>
    </Dialog>
  )
}
