// The menu of a trader: name, demo funds, settings and sign-out.

import { ChevronDown, CircleUser } from 'lucide-react'
import { firstFeeLevel } from '@basis/domain/instrument/fee-levels'
import type { UserInfo } from '@basis/protocol/account'
import {
  needsConfirmation,
  mutedKinds,
  setNeedsConfirmation,
  setMuted,
} from '../../stores/preferences.ts'
import { riskQuestions, usePreferences, type Question } from '../../stores/preferences.ts'
import { addDemoFunds, signOut } from '../../client/session.ts'
import { useWallet } from '../../stores/wallet.ts'
import { noticeKinds } from '../../stores/settings.ts'
import type { NoticeKind } from '../../stores/settings.ts'
import { currentLanguage, useT } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { askForConfirmation, openDialog } from '../../shell/dialogs.ts'
import { goTo } from '../../shell/location.ts'
import { notify } from '../../shell/notices.ts'
import { inviteLink } from '../../shell/routes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuEntry } from '../../ui/popups/popup-props.ts'
import { mayBeKept } from './sign-in-form.ts'

export function TraderMenu({ user }: { user: UserInfo }) {
  const t = useT()
  const name = user.hasPassword ? user.username : t('account.demoName')
  const level = useWallet()?.fees.level
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="ml-1 max-md:px-1!" aria-label={t('account.menu')}>
          <CircleUser className="size-4" aria-hidden />
          <span className="max-w-28 truncate max-md:hidden">{name}</span>
          <ChevronDown className="size-3.5" aria-hidden />
        </Button>
      }
      header={
        <span className="flex flex-col gap-1">
          <span className="flex items-center gap-2 text-sm font-semibold">
            {name}
            {user.isDemo && <Badge tone="accent">{t('account.demoTag')}</Badge>}
            {level !== undefined && level !== firstFeeLevel && <Badge>{level}</Badge>}
          </span>
          <span className="text-2xs text-muted">{t('account.uid', { uid: user.uid })}</span>
          <span className="text-2xs text-muted">{t('account.inviteCode', { code: user.hid })}</span>
        </span>
      }
      entries={useEntries(user)}
    />
  )
}

function useEntries(user: UserInfo): MenuEntry[] {
  const t = useT()
  return [
    act('portfolio', t('portfolio.title'), () => goTo({ kind: 'portfolio' })),
    act('copy', t('shell.copyTrading'), () => goTo({ kind: 'copy' })),
    act('bots', t('shell.tradingBots'), () => goTo({ kind: 'bots' })),
    act('spread', t('shell.spreads'), () => goTo({ kind: 'spread', symbol: '' })),
    // On a tablet the top bar has no room for these links.
    act('options', t('shell.options'), () =>
      goTo({ kind: 'option', settle: 'usdt', baseCoin: 'BTC' }),
    ),
    act('wallets', t('shell.wallets'), () => goTo({ kind: 'wallets' })),
    act('fees', t('fees.title'), () => goTo({ kind: 'fees' })),
    ...(user.isDemo
      ? [act('demoFunds', t('account.addDemoFunds'), () => void addDemoFunds())]
      : []),
    ...(mayBeKept(user)
      ? [act('keep', t('account.keep'), () => openDialog({ kind: 'signIn', view: 'register' }))]
      : []),
    act('apiKeys', t('account.apiKeys'), () => openDialog({ kind: 'apiKeys' })),
    act('invite', t('account.copyInvite'), () => void copyInvite(user)),
    act('other', t('account.signInOther'), () => void signInElsewhere(user)),
    { kind: 'line', id: 'habits' },
    ...usePreferenceEntries(),
    { kind: 'line', id: 'out' },
    act('signOut', t('account.signOut'), () => void leave(user)),
  ]
}

const act = (id: string, label: string, onSelect: () => void): MenuEntry => ({
  kind: 'act',
  id,
  label,
  onSelect,
})

/** The trader's settings for confirmations and notices. */
function usePreferenceEntries(): MenuEntry[] {
  const t = useT()
  const chosen = usePreferences()
  const muted = mutedKinds(chosen)
  const words: Record<NoticeKind, string> = {
    createOrder: t('account.noticeCreateOrder'),
    modifyOrder: t('account.noticeModifyOrder'),
    cancelOrder: t('account.noticeCancelOrder'),
    trade: t('account.noticeTrade'),
  }
  const question = (about: Question, label: string): MenuEntry => ({
    kind: 'switch',
    id: about,
    label: `${t('account.confirmations')}: ${label}`,
    checked: needsConfirmation(about, chosen),
    onChange: (checked) => setNeedsConfirmation(about, checked),
  })
  return [
    question('limit', t('account.confirmLimit')),
    question('market', t('account.confirmMarket')),
    question('reverse', t('account.confirmReverse')),
    {
      kind: 'switch',
      id: 'risk',
      label: `${t('account.confirmations')}: ${t('account.confirmRisk')}`,
      checked: riskQuestions.every((each) => needsConfirmation(each, chosen)),
      onChange: (checked) => riskQuestions.forEach((each) => setNeedsConfirmation(each, checked)),
    },
    ...noticeKinds.map((kind): MenuEntry => ({
      kind: 'switch',
      id: kind,
      label: `${t('account.notices')}: ${words[kind]}`,
      checked: !muted.includes(kind),
      onChange: (checked) => setMuted(kind, !checked),
    })),
  ]
}

async function copyInvite({ hid }: UserInfo): Promise<void> {
  const link = inviteLink(globalThis.location.origin, currentLanguage(), hid)
  try {
    await navigator.clipboard.writeText(link)
    notify({ kind: 'invite', tone: 'success', title: message('account.inviteCopied') })
  } catch {
    notify({ kind: 'invite', tone: 'failure', title: message('account.inviteNotCopied') })
  }
}

async function leave(user: UserInfo): Promise<void> {
  if (await isLeavingMeant(user, message('account.leave'))) await signOut()
}

async function signInElsewhere(user: UserInfo): Promise<void> {
  if (!(await isLeavingMeant(user, message('account.signInOther')))) return
  openDialog({ kind: 'signIn', view: 'signIn' })
}

/** An account without a password cannot be signed in to again, so leaving it is confirmed. */
async function isLeavingMeant(user: UserInfo, confirm: Message): Promise<boolean> {
  if (user.hasPassword) return true
  return askForConfirmation({
    title: message('account.leaveTitle'),
    body: message('account.leaveBody'),
    confirm,
    dangerous: true,
  })
}
