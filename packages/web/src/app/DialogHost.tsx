// The host of the dialogs that features request; each is loaded when it is first requested.

import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { latePart } from '../platform/load-part.ts'
import { closeDialog, dialogKey, useOpenDialogs } from '../shell/dialogs.ts'
import type { DialogRequest } from '../shell/dialogs.ts'
import { Boundary } from './PanelBoundary.tsx'

// All dialogs share UI components, which are not needed before the first dialog.
const Confirmation = latePart(async () => (await import('./Confirmation.tsx')).Confirmation)
const SignInDialog = latePart(
  async () => (await import('../features/account/SignInDialog.tsx')).SignInDialog,
)
const SymbolSearchDialog = latePart(
  async () => (await import('../features/catalogue/SymbolSearchDialog.tsx')).SymbolSearchDialog,
)
const CommandPalette = latePart(
  async () => (await import('../features/palette/CommandPalette.tsx')).CommandPalette,
)
const ColumnsDialog = latePart(
  async () => (await import('../features/tables/ColumnsDialog.tsx')).ColumnsDialog,
)
const HotkeysDialog = latePart(
  async () => (await import('../features/hotkeys/HotkeysDialog.tsx')).HotkeysDialog,
)
const SoundsDialog = latePart(
  async () => (await import('../features/sounds/SoundsDialog.tsx')).SoundsDialog,
)
const ApiKeysDialog = latePart(
  async () => (await import('../features/api-keys/ApiKeysDialog.tsx')).ApiKeysDialog,
)
const AlertsDialog = latePart(
  async () => (await import('../features/alerts/AlertsDialog.tsx')).AlertsDialog,
)
const LeverageDialog = latePart(
  async () => (await import('../features/margin/LeverageDialog.tsx')).LeverageDialog,
)
const MarginModeDialog = latePart(
  async () => (await import('../features/margin/MarginModeDialog.tsx')).MarginModeDialog,
)
const PositionModeDialog = latePart(
  async () => (await import('../features/margin/PositionModeDialog.tsx')).PositionModeDialog,
)
const AddMarginDialog = latePart(
  async () => (await import('../features/margin/AddMarginDialog.tsx')).AddMarginDialog,
)
const MarginCallDialog = latePart(
  async () => (await import('../features/margin/MarginCallDialog.tsx')).MarginCallDialog,
)
const PortfolioDialog = latePart(
  async () => (await import('../features/margin/PortfolioDialog.tsx')).PortfolioDialog,
)
const SpotMarginDialog = latePart(
  async () => (await import('../features/spot-margin/SpotMarginDialog.tsx')).SpotMarginDialog,
)
const LoanDialog = latePart(
  async () => (await import('../features/spot-margin/LoanDialog.tsx')).LoanDialog,
)
const TpslDialog = latePart(
  async () => (await import('../features/tpsl/TpslDialog.tsx')).TpslDialog,
)
const OpenOrderTpslDialog = latePart(
  async () =>
    (await import('../features/tpsl/open-order/OpenOrderTpslDialog.tsx')).OpenOrderTpslDialog,
)
const TpslPreferencesDialog = latePart(
  async () => (await import('../features/tpsl/TpslPreferencesDialog.tsx')).TpslPreferencesDialog,
)
const TrailingDialog = latePart(
  async () => (await import('../features/tpsl/TrailingDialog.tsx')).TrailingDialog,
)
const ReverseDialog = latePart(
  async () => (await import('../features/positions/ReverseDialog.tsx')).ReverseDialog,
)
const MmrCloseDialog = latePart(
  async () => (await import('../features/positions/MmrCloseDialog.tsx')).MmrCloseDialog,
)
const ReplaceOrderDialog = latePart(
  async () => (await import('../features/orders/ReplaceOrderDialog.tsx')).ReplaceOrderDialog,
)
const StrategyDialog = latePart(
  async () => (await import('../features/strategies/StrategyDialog.tsx')).StrategyDialog,
)
const ClosePositionDialog = latePart(
  async () => (await import('../features/positions/ClosePositionDialog.tsx')).ClosePositionDialog,
)
const ConvertDialog = latePart(
  async () => (await import('../features/convert/ConvertDialog.tsx')).ConvertDialog,
)
const PosterDialog = latePart(
  async () => (await import('../features/poster/PosterDialog.tsx')).PosterDialog,
)
const ExplainDialog = latePart(
  async () => (await import('../features/explain/ExplainDialog.tsx')).ExplainDialog,
)
const LiquidationDialog = latePart(
  async () => (await import('../features/notifications/LiquidationDialog.tsx')).LiquidationDialog,
)

export function DialogHost() {
  const requests = useOpenDialogs()
  return requests.map((request) => (
    <Boundary key={dialogKey(request)} fallback={() => null}>
      <Suspense fallback={null}>{dialogOf(request)}</Suspense>
    </Boundary>
  ))
}

/** Returns the dialog of a request; a new kind does not compile without a line here. */
function dialogOf(request: DialogRequest): ReactNode {
  const onClose = (): void => closeDialog(request.kind)
  switch (request.kind) {
    case 'confirm':
      return <Confirmation request={request} />
    case 'signIn':
      return <SignInDialog request={request} onClose={onClose} />
    case 'symbolSearch':
      return <SymbolSearchDialog onClose={onClose} />
    case 'columns':
      return <ColumnsDialog request={request} onClose={onClose} />
    case 'palette':
      return <CommandPalette />
    case 'hotkeys':
      return <HotkeysDialog onClose={onClose} />
    case 'alerts':
      return <AlertsDialog request={request} onClose={onClose} />
    case 'sounds':
      return <SoundsDialog onClose={onClose} />
    case 'apiKeys':
      return <ApiKeysDialog onClose={onClose} />
    case 'leverage':
      return <LeverageDialog request={request} onClose={onClose} />
    case 'portfolioMargin':
      return <PortfolioDialog onClose={onClose} />
    case 'spotMargin':
      return <SpotMarginDialog onClose={onClose} />
    case 'loan':
      return <LoanDialog request={request} onClose={onClose} />
    case 'marginMode':
      return <MarginModeDialog request={request} onClose={onClose} />
    case 'positionMode':
      return <PositionModeDialog request={request} onClose={onClose} />
    case 'addMargin':
      return <AddMarginDialog request={request} onClose={onClose} />
    case 'marginCall':
      return <MarginCallDialog request={request} onClose={onClose} />
    case 'tpsl':
      return <TpslDialog request={request} onClose={onClose} />
    case 'orderTpsl':
      return <OpenOrderTpslDialog request={request} onClose={onClose} />
    case 'tpslPreferences':
      return <TpslPreferencesDialog onClose={onClose} />
    case 'trailing':
      return <TrailingDialog request={request} onClose={onClose} />
    case 'reverse':
      return <ReverseDialog request={request} onClose={onClose} />
    case 'mmrClose':
      return <MmrCloseDialog request={request} onClose={onClose} />
    case 'strategy':
      return <StrategyDialog request={request} onClose={onClose} />
    case 'replaceOrder':
      return <ReplaceOrderDialog request={request} onClose={onClose} />
    case 'convert':
      return <ConvertDialog request={request} onClose={onClose} />
    case 'poster':
      return <PosterDialog request={request} onClose={onClose} />
    case 'explain':
      return <ExplainDialog request={request} onClose={onClose} />
    case 'liquidation':
      return <LiquidationDialog request={request} onClose={onClose} />
    case 'closePosition':
      return <ClosePositionDialog request={request} onClose={onClose} />
  }
}
