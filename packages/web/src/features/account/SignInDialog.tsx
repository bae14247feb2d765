// The dialog of a visitor: start with demo funds, sign in, or create a named account.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import type { CallFailure } from '@basis/protocol/envelope'
import { failureMessage } from '../../client/error-reactions.ts'
import { signIn, signUp, startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { accountPlace } from './account-place.ts'
import { credentialProblems, isComplete, noCredentials, type SignInView } from './sign-in-form.ts'

type SignInRequest = Extract<DialogRequest, { kind: 'signIn' }>

export function SignInDialog(props: { request: SignInRequest; onClose: () => void }) {
  const t = useT()
  const { request, onClose } = props
  const [view, setView] = useState<SignInView>(request.view)
  const isKeeping = useSession(({ user }) => user !== undefined)
  const [wasVisitor] = useState(() => !isKeeping)
  const first = useRef<HTMLElement>(null)
  // The button that opened it is removed by the sign-in.
  const finalFocus = (): HTMLElement | null =>
    wasVisitor && useSession.getState().user !== undefined
      ? document.getElementById(accountPlace)
      : null
  // The first control of a view has the focus when the dialog opens and when the view changes.
  useEffect(() => first.current?.focus(), [view])
  const title =
    view === 'demo'
      ? t('signIn.demoTitle')
      : view === 'signIn'
        ? t('signIn.signInTitle')
        : t(isKeeping ? 'signIn.keepTitle' : 'signIn.registerTitle')
  return (
    <Dialog open onClose={onClose} title={title} initialFocus={first} finalFocus={finalFocus}>
      {view === 'demo' ? (
        <Demo first={first} onView={setView} onClose={onClose} />
      ) : (
        <CredentialForm
          key={view}
          first={first}
          view={view}
          isKeeping={isKeeping}
          onView={setView}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ViewProps = {
  /** Passed to the first control of the view. */
  first: Ref<HTMLElement>
  onView: (view: SignInView) => void
  onClose: () => void
}

function Demo({ first, onView, onClose }: ViewProps) {
  const t = useT()
  const isBusy = useSession((session) => session.isBusy)
  const start = async (): Promise<void> => {
    const failure = await startDemo()
    if (failure === undefined) onClose()
  }
  return (
    <div className="flex flex-col gap-4 pt-1">
      <p className="text-sm text-soft">{t('signIn.demoBody')}</p>
      <Button
        ref={first as Ref<HTMLButtonElement>}
        variant="primary"
        size="lg"
        wide
        pending={isBusy}
        onClick={() => void start()}
      >
        {t('signIn.demoStart')}
      </Button>
      <Others>
        <Way label={t('signIn.toSignIn')} onChoose={() => onView('signIn')} />
        <Way label={t('signIn.toRegister')} onChoose={() => onView('register')} />
      </Others>
    </div>
  )
}

type FormProps = ViewProps & { view: Exclude<SignInView, 'demo'>; isKeeping: boolean }

function CredentialForm({ first, view, isKeeping, onView, onClose }: FormProps) {
  const t = useT()
  const isBusy = useSession((session) => session.isBusy)
  const [draft, setDraft] = useState(noCredentials)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined)
  const isRegister = view === 'register'
  const problems = credentialProblems(draft, view)
  const shown = isTried ? problems : {}
  const send = async (): Promise<void> => {
    setTried(true)
    if (!isComplete(problems)) return
    setFailure(undefined)
    const { username, password } = draft
    const failed = await (isRegister ? signUp : signIn)(username, password)
    if (failed === undefined) onClose()
    else setFailure(failed)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {isKeeping && isRegister && <p className="text-sm text-soft">{t('signIn.keepBody')}</p>}
      <TextField
        ref={first as Ref<HTMLInputElement>}
        label={t('signIn.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        value={draft.username}
        onChange={(username) => setDraft({ ...draft, username: username.trim() })}
        error={shown.username && t({ key: shown.username })}
        hint={isRegister ? t('signIn.usernameHint') : undefined}
      />
      <PasswordField
        isNew={isRegister}
        value={draft.password}
        onChange={(password) => setDraft({ ...draft, password })}
        error={shown.password && t({ key: shown.password })}
      />
      <p role="alert" className="text-xs text-bad empty:hidden">
        {failure !== undefined && t(failureMessage(failure))}
      </p>
      <Button type="submit" variant="primary" size="lg" wide pending={isBusy}>
        {submitWord()}
      </Button>
      {!isKeeping && (
        <Others>
          {isRegister ? (
            <Way label={t('signIn.toSignIn')} onChoose={() => onView('signIn')} />
          ) : (
            <Way label={t('signIn.toRegister')} onChoose={() => onView('register')} />
          )}
          <Way label={t('signIn.toDemo')} onChoose={() => onView('demo')} />
        </Others>
      )}
    </form>
  )

  function submitWord(): string {
    if (!isRegister) return t('signIn.submitSignIn')
    return t(isKeeping ? 'signIn.submitKeep' : 'signIn.submitRegister')
  }
}

type PasswordProps = {
  isNew: boolean
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

function PasswordField({ isNew, value, onChange, error }: PasswordProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        label={t('signIn.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={value}
        onChange={onChange}
        error={error}
        hint={isNew ? t('signIn.passwordHint') : undefined}
      />
      <IconButton
        label={t(isShown ? 'signIn.passwordHide' : 'signIn.passwordShow')}
        onClick={() => setShown(!isShown)}
        className="absolute! top-6.5 right-1.5"
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  )
}

function Others({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-center gap-1">{children}</div>
}

function Way({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onChoose}>
      {label}
    </Button>
  )
}
