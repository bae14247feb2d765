// The head of a bot of any kind: its name and state, why it ended, and the buttons that pause it,
// add funds, close it and expand it.

import type { WireBot } from '@basis/protocol/grid/calls'
import type { WireDcaBot, WireRebalanceBot } from '@basis/protocol/spot-bots/calls'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { isOn } from './bot-figures.ts'

type AnyBot = WireBot | WireDcaBot | WireRebalanceBot

export function BotHead(props: {
  bot: AnyBot
  name: string
  about: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Pauses or resumes the bot. */
  onPause: () => void
  onAsk: (dialog: 'add' | 'close') => void
  /** Set for a bot whose take-profit and stop-loss can be changed. */
  onStops?: (() => void) | undefined
}) {
  const t = useT()
  const { status, closeReason, banReason } = props.bot
  return (
    <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
      {props.name}
      <span className="text-xs font-normal text-soft">{props.about}</span>
      <Badge tone={status === 'Running' ? 'accent' : 'neutral'}>
        {t({ key: `bots.status_${status}` })}
      </Badge>
      {closeReason !== '' && (
        <span className="text-xs font-normal text-soft">
          {t({ key: `bots.end_${closeReason}` })}
          {banReason !== undefined && banReason !== '' && `: ${banReason}`}
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {isOn(props.bot) && (
          <>
            <Button size="sm" onClick={props.onPause}>
              {status === 'Running' ? t('bots.pause') : t('bots.resume')}
            </Button>
            <Button size="sm" onClick={() => props.onAsk('add')}>
              {t('bots.add')}
            </Button>
            {props.onStops !== undefined && (
              <Button size="sm" onClick={props.onStops}>
                {t('bots.stops')}
              </Button>
            )}
            <Button size="sm" onClick={() => props.onAsk('close')}>
              {t('bots.close')}
            </Button>
          </>
        )}
        <Button size="sm" aria-expanded={props.isOpen} onClick={() => props.onOpen(!props.isOpen)}>
          {t('bots.details')}
        </Button>
      </span>
    </h2>
  )
}
