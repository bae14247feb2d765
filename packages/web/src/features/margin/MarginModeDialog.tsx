// The position margin mode: the account's whole balance behind a contract, or a margin of its own
// (spec 2). What it would come to is asked of the exchange before it is done.

import { useState } from 'react'
import { useListing } from '../../stores/catalogue.ts'
import { setMarginMode } from '../../actions/modes.ts'
import { useTradingMode } from '../../stores/positions.ts'
import { usePreview } from '../../actions/previews.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { HeldFigures } from './HeldFigures.tsx'
import { TraderFooter } from './TraderFooter.tsx'

type Props = { request: Extract<DialogRequest, { kind: 'marginMode' }>; onClose: () => void }
const modes = ['Cross', 'Isolated'] as const
type MarginMode = (typeof modes)[number]

export function MarginModeDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const now: MarginMode = useTradingMode(symbol).isIsolated ? 'Isolated' : 'Cross'
  const isTrader = useSession((session) => session.status === 'trader')
  const [mode, setMode] = useState<MarginMode>(now)
  const [isSending, setIsSending] = useState(false)
  const isChange = mode !== now
  const listing = useListing(symbol)
  const preview = usePreview(
    'previewMarginMode',
    isTrader && isChange ? { symbol, isIsolated: mode === 'Isolated' } : undefined,
  )
  const words = {
    Cross: { title: t('margin.cross'), body: t('margin.crossBody') },
    Isolated: { title: t('margin.isolated'), body: t('margin.isolatedBody') },
  }
  const send = async (): Promise<void> => {
    setIsSending(true)
    const outcome = await setMarginMode(symbol, mode === 'Isolated')
    setIsSending(false)
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
          disabled={!isChange || preview?.problem !== undefined}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceCards
          label={t('margin.mode')}
          value={mode}
          onChange={setMode}
          choices={modes.map((value) => ({ value, ...words[value] }))}
        />
        <p className="text-xs text-muted">{t('margin.modeNote')}</p>
        {listing !== undefined && <HeldFigures instrument={listing.instrument} preview={preview} />}
      </div>
    </Dialog>
  )
}
