// Shows the dialogs that features asked for by message; each is loaded when it is first asked for.

import { Suspense, createElement, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { closeDialog, useOpenDialogs } from '../shell/dialogs.ts'
import type { ConfirmRequest, DialogRequest } from '../shell/dialogs.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Boundary } from './PanelBoundary.tsx'

/** What every dialog of a feature is given: what it was asked for, and how to close. */
export type DialogComponent<Kind extends DialogRequest['kind']> = ComponentType<{
  request: Extract<DialogRequest, { kind: Kind }>
  onClose: () => void
}>

type Feature = Record<string, ComponentType<{ request: DialogRequest; onClose: () => void }>>

const features = import.meta.glob<Feature>('../features/*/*Dialog.tsx')

type FeatureKind = Exclude<DialogRequest['kind'], 'confirm'>

/** The file of each dialog; it exports a component of the file's name. */
const files: Record<FeatureKind, string> = {
  signIn: 'account/SignInDialog',
  settings: 'account/SettingsDialog',
  symbolSearch: 'catalogue/SymbolSearchDialog',
  quantityType: 'order-ticket/QuantityTypeDialog',
  leverage: 'leverage/LeverageDialog',
  replaceOrder: 'orders/ReplaceOrderDialog',
  closePosition: 'positions/ClosePositionDialog',
}

const components = new Map<FeatureKind, Feature[string]>()

function componentOf(kind: FeatureKind): Feature[string] | undefined {
  const known = components.get(kind)
  if (known !== undefined) return known
  const load = features[`../features/${files[kind]}.tsx`]
  if (load === undefined) return undefined
  const name = files[kind].slice(files[kind].indexOf('/') + 1)
  const made = lazy(async () => {
    const component = (await load())[name]
    if (component === undefined) throw new Error(`${name}.tsx does not export ${name}`)
    return { default: component }
  })
  components.set(kind, made)
  return made
}

export function DialogHost() {
  const requests = useOpenDialogs()
  return requests.map((request) => (
    <Boundary key={request.kind} fallback={() => null}>
      <Suspense fallback={null}>{dialogOf(request)}</Suspense>
    </Boundary>
  ))
}

function dialogOf(request: DialogRequest): ReactNode {
  if (request.kind === 'confirm') return <Confirmation request={request} />
  const component = componentOf(request.kind)
  if (component === undefined) return null
  return createElement(component, { request, onClose: () => closeDialog(request.kind) })
}

function Confirmation({ request }: { request: ConfirmRequest }) {
  const t = useT()
  const answer = (isYes: boolean): void => {
    closeDialog('confirm')
    request.onAnswer(isYes)
  }
  return (
    <ConfirmDialog
      open
      title={t(request.title)}
      body={t(request.body)}
      confirmLabel={t(request.confirm)}
      cancelLabel={t('shell.cancel')}
      dangerous={request.dangerous}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
