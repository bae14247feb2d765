// Feature switches by TradingView's names (spec 6). Unknown names are accepted and change
// nothing.

/** Features that are on unless disabled, each with its parent feature. */
const onByDefault: Readonly<Record<string, string | undefined>> = {
  header_widget: undefined,
  header_symbol_search: 'header_widget',
  symbol_search_hot_key: 'header_widget',
  header_resolutions: 'header_widget',
  header_chart_type: 'header_widget',
  header_settings: 'header_widget',
  header_indicators: 'header_widget',
  header_compare: 'header_widget',
  header_undo_redo: 'header_widget',
  header_screenshot: 'header_widget',
  header_fullscreen_button: 'header_widget',
  header_saveload: 'header_widget',
  left_toolbar: undefined,
  control_bar: undefined,
  timeframes_toolbar: undefined,
  timezone_menu: 'timeframes_toolbar',
  go_to_date: 'timeframes_toolbar',
  main_series_scale_menu: 'timeframes_toolbar',
  legend_widget: undefined,
  edit_buttons_in_legend: 'legend_widget',
  display_market_status: 'legend_widget',
  context_menus: undefined,
  pane_context_menu: 'context_menus',
  scales_context_menu: 'context_menus',
  legend_context_menu: 'context_menus',
  property_pages: undefined,
  countdown: undefined,
  symbol_info: undefined,
  use_localstorage_for_settings: undefined,
  save_chart_properties_to_local_storage: 'use_localstorage_for_settings',
  items_favoriting: 'use_localstorage_for_settings',
  create_volume_indicator_by_default: undefined,
  volume_force_overlay: undefined,
  chart_scroll: undefined,
  horz_touch_drag_scroll: 'chart_scroll',
  vert_touch_drag_scroll: 'chart_scroll',
  mouse_wheel_scroll: 'chart_scroll',
  pressed_mouse_move_scroll: 'chart_scroll',
  chart_zoom: undefined,
  mouse_wheel_scale: 'chart_zoom',
  pinch_scale: 'chart_zoom',
  axis_pressed_mouse_move_scale: 'chart_zoom',
  shift_visible_range_on_new_bar: undefined,
  right_bar_stays_on_scroll: undefined,
  uppercase_instrument_names: undefined,
  source_selection_markers: undefined,
  show_object_tree: undefined,
}

/** Features that are off unless enabled. */
const offByDefault: readonly string[] = [
  'hide_left_toolbar_by_default',
  'hide_right_toolbar',
  'snapshot_trading_drawings',
  'seconds_resolution',
  'tick_resolution',
  'custom_resolutions',
  'study_templates',
  'low_density_bars',
  'fix_left_edge',
  'lock_visible_time_range_on_resize',
  'hide_last_na_study_output',
  'dont_show_boolean_study_arguments',
  'remove_library_container_border',
  'iframe_loading_compatibility_mode',
  'two_character_bar_marks_labels',
  'saveload_separate_drawings_storage',
  'show_symbol_logos',
]

export type Features = { has(name: string): boolean }

/** All known names, for lists in the UI. */
export const featureNames: readonly string[] = [...Object.keys(onByDefault), ...offByDefault]

/**
 * Returns which features are on. Disabling a parent disables its children, and a child cannot be
 * enabled again under a disabled parent; if a name is in both lists, disabled wins.
 */
export function chosenFeatures(
  enabled: readonly string[] = [],
  disabled: readonly string[] = [],
): Features {
  const off = new Set(disabled)
  const on = new Set(enabled)
  const has = (name: string): boolean => {
    if (off.has(name)) return false
    if (!Object.hasOwn(onByDefault, name)) return on.has(name)
    const parent = onByDefault[name]
    return parent === undefined || has(parent)
  }
  return { has }
}
