// The console of the open API: the parameters of a call, the reader's key, and the answer. The
// secret is used for signing in the page and is never sent.

import { useState } from 'react'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import { reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import { askOpenTime, canSign, sendOpen, type OpenAnswer } from '../../client/open-api.ts'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  payloadOf,
  prettyBody,
  startValues,
  type ApiCall,
  type ApiParameter,
  type Typed,
} from './api-documents.ts'
import { useConsoleKey } from './console-key.ts'

export function Console({ call }: { call: ApiCall }) {
  const t = useT()
  const [typed, setTyped] = useState<Typed>(() => startValues(call.parameters))
  const [answer, setAnswer] = useState<OpenAnswer>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, during] = usePending()
  const { key, secret } = useConsoleKey()
  const { method, path, isSigned } = call
  const lacksKey = isSigned && (key === '' || secret === '' || !canSign())
  const send = async (): Promise<void> => {
    const made = payloadOf(call, typed)
    if ('wrong' in made) return setProblem(t('apiDocs.notJson', { name: made.wrong }))
    setProblem(undefined)
    if (isSigned) await during(askOpenTime())
    const credentials = isSigned ? { key, secret } : undefined
    const received = await during(sendOpen({ method, path, payload: made.payload }, credentials))
    setAnswer(received)
    if (received === undefined) setProblem(t('apiDocs.notSent'))
  }
  return (
    <form
      aria-label={t('apiDocs.console')}
      className="flex flex-col gap-3 rounded bg-panel px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!lacksKey) void send()
      }}
    >
      <h2 className="text-lg font-semibold">{t('apiDocs.console')}</h2>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={method === 'GET' ? 'neutral' : 'accent'}>{method}</Badge>
        <code className="text-sm break-all">{path}</code>
      </p>
      {isSigned && <KeyFields />}
      <Parameters
        call={call}
        typed={typed}
        onType={(name, text) => setTyped({ ...typed, [name]: text })}
      />
      <Button type="submit" variant="primary" pending={isBusy} disabled={lacksKey}>
        {t('apiDocs.send')}
      </Button>
      <p aria-live="polite" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
      {answer !== undefined && <Answer answer={answer} />}
    </form>
  )
}

function KeyFields() {
  const t = useT()
  const { key, secret, set } = useConsoleKey()
  const { status } = useSession()
  const [isBusy, during] = usePending()
  const make = async (): Promise<void> => {
    const terms = { note: 'console', readOnly: false, ips: [], days: 1 }
    const outcome = await during(ask('createApiKey', { ...terms, permissions: [...v5Permissions] }))
    if (!outcome.ok) return reactTo(outcome.error)
    set({ key: outcome.value.item.apiKey, secret: outcome.value.secret })
  }
  if (!canSign()) return <p className="text-sm text-warn">{t('apiDocs.needsHttps')}</p>
  return (
    <fieldset className="flex flex-col gap-2">
      <TextField
        label={t('apiKeys.key')}
        value={key}
        autoComplete="off"
        onChange={(text) => set({ key: text.trim(), secret })}
      />
      <TextField
        label={t('apiKeys.secret')}
        type="password"
        value={secret}
        autoComplete="off"
        hint={t('apiDocs.secretStays')}
        onChange={(text) => set({ key, secret: text.trim() })}
      />
      {status === 'visitor' && (
        <Button size="sm" className="self-start" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      )}
      {status === 'trader' && secret === '' && (
        <Button size="sm" className="self-start" pending={isBusy} onClick={() => void make()}>
          {t('apiDocs.newKey')}
        </Button>
      )}
    </fieldset>
  )
}

function Parameters(props: {
  call: ApiCall
  typed: Typed
  onType: (name: string, text: string) => void
}) {
  const t = useT()
  const { call, typed, onType } = props
  const shown = call.parameters.filter(({ name, isRequired }) => isRequired || name in typed)
  const more = call.parameters.filter((each) => !shown.includes(each))
  const [isOpen, setOpen] = useState(false)
  if (call.parameters.length === 0) {
    return <p className="text-xs text-soft">{t('apiDocs.noParameters')}</p>
  }
  return (
    <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      {[...shown, ...(isOpen ? more : [])].map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          text={typed[parameter.name] ?? ''}
          onType={(text) => onType(parameter.name, text)}
        />
      ))}
      {more.length > 0 && !isOpen && (
        <Button size="sm" variant="ghost" className="self-end" onClick={() => setOpen(true)}>
          {t('apiDocs.more', { number: more.length })}
        </Button>
      )}
    </fieldset>
  )
}

function ParameterField(props: {
  parameter: ApiParameter
  text: string
  onType: (text: string) => void
}) {
  const t = useT()
  const { parameter, text, onType } = props
  const { name, isRequired, values, isJson } = parameter
  const label = isRequired ? t('apiDocs.required', { name }) : name
  if (values.length < 2) {
    const hint = isJson ? 'JSON' : undefined
    return (
      <TextField
        label={label}
        size="sm"
        value={text}
        autoComplete="off"
        hint={hint}
        onChange={onType}
      />
    )
  }
  // An optional parameter may be left empty.
  const left = isRequired ? [] : [{ value: '', label: '–' }]
  const items = [...left, ...values.map((value) => ({ value, label: value }))]
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-xs text-soft">
        {label}
      </span>
      <Select
        label={label}
        value={text}
        items={items}
        onChange={onType}
        className="h-8! w-full text-xs"
      />
    </div>
  )
}

function Answer({ answer }: { answer: OpenAnswer }) {
  const t = useT()
  const format = useFormat()
  const { status, body, tookMs, signed, left } = answer
  const text = prettyBody(body)
  const took = t('apiDocs.took', {
    ms: format.decimal(String(Math.max(1, Math.round(tookMs))), { scale: 0 }),
  })
  return (
    <section aria-label={t('apiDocs.answer')} className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
        <span>HTTP {status}</span>
        <span>{took}</span>
        {left !== '' && <span>{t('apiDocs.left', { number: left })}</span>}
        <CopyButton text={text} label={t('apiDocs.copyAnswer')} />
      </p>
      <textarea
        readOnly
        aria-label={t('apiDocs.answer')}
        rows={18}
        wrap="off"
        value={text}
        className="resize-y rounded bg-field p-2 font-mono text-xs leading-relaxed"
      />
      {signed !== '' && (
        <details className="text-xs text-soft">
          <summary className="cursor-pointer">{t('apiDocs.signedText')}</summary>
          <code className="break-all">{signed}</code>
        </details>
      )}
    </section>
  )
}
