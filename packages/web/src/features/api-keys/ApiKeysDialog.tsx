// The dialog of API keys: the existing keys, the form of a new one, and its secret, shown once.

import { useEffect, useReducer, useState } from 'react'
import { maxKeyNote, type WireApiKey } from '@basis/protocol/keys/calls'
import { reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { notify } from '../../shell/notices.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  emptyForm,
  faultsOf,
  groupNames,
  keyRequest,
  permissionGroups,
  type KeyForm,
} from './key-form.ts'
import { keysAfter, noKeys } from './key-list.ts'

type Made = { readonly item: WireApiKey; readonly secret: string }

export function ApiKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const isTrader = useSession(({ user }) => user !== undefined)
  const [{ shown: keys }, change] = useReducer(keysAfter, noKeys)
  const [made, setMade] = useState<Made>()
  // Counts the requests of the list.
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isTrader) return undefined
    let isOver = false
    void ask('apiKeys', {}).then((outcome) => {
      if (isOver) return
      if (outcome.ok) change({ kind: 'listed', list: outcome.value.list })
      else reactTo(outcome.error)
    })
    return () => void (isOver = true)
  }, [isTrader, attempt])
  const take = (answer: Made): void => {
    change({ kind: 'made', item: answer.item })
    setMade(answer)
  }
  const forget = (apiKey: string): void => change({ kind: 'revoked', apiKey })
  return (
    <Dialog open width="lg" onClose={onClose} title={t('account.apiKeys')}>
      <div className="flex flex-col gap-4">
        <p className="text-xs text-muted">{t(isTrader ? 'apiKeys.help' : 'apiKeys.signIn')}</p>
        {made !== undefined && <Secret made={made} onDone={() => setMade(undefined)} />}
        {isTrader && made === undefined && (
          <>
            <KeyList keys={keys} onRevoked={forget} />
            <NewKey onMade={take} onUnknown={() => setAttempt((now) => now + 1)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function KeyList(props: {
  keys: readonly WireApiKey[] | undefined
  onRevoked: (apiKey: string) => void
}) {
  const t = useT()
  const { keys, onRevoked } = props
  if (keys === undefined) return <div className="h-10" aria-busy />
  if (keys.length === 0) return <p className="text-sm text-soft">{t('apiKeys.none')}</p>
  return (
    <ul className="flex flex-col">
      {keys.map((key) => (
        <KeyRow key={key.apiKey} item={key} onRevoked={onRevoked} />
      ))}
    </ul>
  )
}

function KeyRow({ item, onRevoked }: { item: WireApiKey; onRevoked: (apiKey: string) => void }) {
  const t = useT()
  const format = useFormat()
  const { apiKey, note, readOnly, permissions, ips, expiresTimeE3 } = item
  const groups = groupNames.filter((group) => permissions.includes(permissionGroups[group][0]))
  const facts = [
    ...groups.map((group) => t(`apiKeys.${group}`)),
    ips.length === 0 ? t('apiKeys.anyAddress') : ips.join(', '),
    expiresTimeE3 === 0
      ? t('apiKeys.never')
      : t('apiKeys.expires', { date: format.dateTime(expiresTimeE3) }),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm last:border-0">
      <span className="flex min-w-48 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {note}
          {readOnly && <Badge>{t('apiKeys.readOnly')}</Badge>}
        </span>
        <span className="flex items-center gap-1 text-xs text-soft">
          <code className="break-all">{apiKey}</code>
          <CopyButton text={apiKey} label={t('apiKeys.copyKey')} />
        </span>
        <span className="text-2xs text-muted">{facts.join(' · ')}</span>
      </span>
      <Button
        size="sm"
        aria-label={t('apiKeys.revokeOf', { note })}
        onClick={() => void revoke(item, onRevoked)}
      >
        {t('apiKeys.revoke')}
      </Button>
    </li>
  )
}

async function revoke(
  { apiKey, note }: WireApiKey,
  onRevoked: (apiKey: string) => void,
): Promise<void> {
  const isMeant = await askForConfirmation({
    title: message('apiKeys.revokeTitle'),
    body: message('apiKeys.revokeBody', { note }),
    confirm: message('apiKeys.revoke'),
    dangerous: true,
  })
  if (!isMeant) return
  const outcome = await ask('revokeApiKey', { apiKey })
  if (!outcome.ok) return reactTo(outcome.error)
  onRevoked(apiKey)
  notify({ kind: 'apiKeys', tone: 'success', title: message('apiKeys.revoked') })
}

type NewKeyProps = {
  onMade: (made: Made) => void
  /** Without an answer the list shows whether the key was made; its secret is lost then. */
  onUnknown: () => void
}

function NewKey({ onMade, onUnknown }: NewKeyProps) {
  const t = useT()
  const [form, setForm] = useState<KeyForm>(emptyForm)
  const [isBusy, during] = usePending()
  const faults = faultsOf(form)
  const isWrong = faults.note || faults.ips || faults.days
  const change = (part: Partial<KeyForm>): void => setForm({ ...form, ...part })
  const create = async (): Promise<void> => {
    const outcome = await during(ask('createApiKey', keyRequest(form)))
    if (!outcome.ok) {
      reactTo(outcome.error)
      return outcome.isUnknown ? onUnknown() : undefined
    }
    setForm(emptyForm)
    onMade(outcome.value)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) void create()
      }}
    >
      <TextField
        label={t('apiKeys.note')}
        value={form.note}
        maxLength={maxKeyNote}
        onChange={(note) => change({ note })}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-2 text-xs text-muted">{t('apiKeys.permissions')}</legend>
        {groupNames.map((group) => (
          <Checkbox
            key={group}
            label={t(`apiKeys.${group}`)}
            checked={form.groups.includes(group)}
            onChange={(isOn) =>
              change({
                groups: groupNames.filter((other) =>
                  other === group ? isOn : form.groups.includes(other),
                ),
              })
            }
          />
        ))}
        <Checkbox
          label={t('apiKeys.readOnly')}
          checked={form.isReadOnly}
          onChange={(isReadOnly) => change({ isReadOnly })}
        />
      </fieldset>
      <TextField
        label={t('apiKeys.ips')}
        value={form.ips}
        hint={t('apiKeys.ipsHint')}
        error={faults.ips ? t('apiKeys.ipsHint') : undefined}
        onChange={(ips) => change({ ips })}
      />
      <TextField
        label={t('apiKeys.days')}
        value={form.days}
        inputMode="numeric"
        hint={t('apiKeys.daysHint')}
        error={faults.days ? t('apiKeys.daysHint') : undefined}
        onChange={(days) => change({ days })}
      />
      <Button type="submit" variant="primary" pending={isBusy} disabled={isWrong}>
        {t('apiKeys.create')}
      </Button>
    </form>
  )
}

function Secret({ made, onDone }: { made: Made; onDone: () => void }) {
  const t = useT()
  return (
    <section className="flex flex-col gap-3 text-sm" aria-live="polite">
      <h3 className="font-semibold">{t('apiKeys.made')}</h3>
      <p className="text-warn">{t('apiKeys.once')}</p>
      <Shown label={t('apiKeys.key')} copy={t('apiKeys.copyKey')} text={made.item.apiKey} />
      <Shown label={t('apiKeys.secret')} copy={t('apiKeys.copySecret')} text={made.secret} />
      <Button variant="primary" onClick={onDone}>
        {t('apiKeys.done')}
      </Button>
    </section>
  )
}

function Shown({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-muted">{label}</span>
      <span className="flex items-center gap-2">
        <code className="break-all">{text}</code>
        <CopyButton text={text} label={copy} />
      </span>
    </div>
  )
}
