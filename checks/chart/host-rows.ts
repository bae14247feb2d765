// The rows of the host API with levels must and should (docs/chart b), and the numbers of its
// contract checks (h).

const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/** By section: options, datafeed, widget, events, chart, lines, features, overrides. */
export const hostRows: Readonly<Record<string, readonly string[]>> = {
  'b.1': names(`
    symbol load_last_chart interval container datafeed library_path locale timezone theme autosize
    fullscreen width height enabled_features disabled_features overrides studies_overrides
    settings_overrides loading_screen custom_css_url custom_font_family saved_data
    saved_data_meta_info auto_save_delay settings_adapter save_load_adapter favorites time_frames
    timeframe time_scale symbol_search_request_delay symbol_search_complete toolbar_bg
    custom_themes custom_formatters numeric_formatting custom_translate_function context_menu
    snapshot_url custom_indicators_getter compare_symbols additional_symbol_info_fields
    study_count_limit studies_access drawings_access header_widget_buttons_mode
    charts_storage_url client_id user_id charts_storage_api_version broker_factory broker_config
    debug preset direction`),
  'b.2': names(`
    onReady searchSymbols resolveSymbol getBars subscribeBars unsubscribeBars getServerTime getMarks
    getTimescaleMarks supported_resolutions symbols_types noData nextTime countBack
    firstDataRequest unknown_symbol`),
  'b.3': names(`
    onChartReady chartReady headerReady activeChart chart chartsCount setSymbol symbolInterval
    changeTheme getTheme applyOverrides applyStudiesOverrides subscribe unsubscribe save load
    takeClientScreenshot takeScreenshot remove createButton createDropdown onContextMenu onShortcut
    closePopupsAndDialogs selectLineTool selectedLineTool lockAllDrawingTools hideAllDrawingTools
    magnetEnabled magnetMode getIntervals getStudiesList getStudyInputs supportedChartTypes
    getLanguage undoRedoState mainSeriesPriceFormatter startFullscreen exitFullscreen
    showNoticeDialog showConfirmDialog addCustomCSSFile setCSSCustomProperty resetCache
    setDebugMode dateFormat navigationButtonsVisibility paneButtonsVisibility getSavedCharts
    loadChartFromServer saveChartToServer removeChartFromServer _id _iFrame _ready version
    onAutoSaveNeeded onTick drawing_event study_event onMarkClick mouse_down mouse_up chart_loaded
    series_properties_changed study_properties_changed drawing study undo redo
    undo_redo_state_changed onScreenshotReady onTimescaleMarkClick onPlusClick toggle_sidebar
    toggle_header indicators_dialog panes_height_changed panes_order_changed
    onSelectedLineToolChanged chart_load_requested layout_changed`),
  'b.4': names(`
    symbol resolution symbolExt setSymbol setResolution setChartType chartType resetData dataReady
    onDataLoaded onSymbolChanged onChartTypeChanged onIntervalChanged crossHairMoved
    onVisibleRangeChanged getVisibleRange setVisibleRange createOrderLine createPositionLine
    createExecutionShape createShape createMultipointShape getAllShapes getShapeById removeEntity
    removeAllShapes createStudy getAllStudies getStudyById removeAllStudies executeActionById
    getCheckableActionState refreshMarks clearMarks getTimezoneApi setTimezone getTimezone getPanes
    getMode setMode isInverted setInverted getVisiblePriceRange setVisiblePriceRange getTimeScale
    barSpacing setBarSpacing rightOffset setRightOffset coordinateToTime setScrollEnabled
    setZoomEnabled getSeries priceFormatter selection exportData canZoomOut zoomOut
    getAllPanesHeight setAllPanesHeight createStudyTemplate applyStudyTemplate`),
  'b.5': names(`
    Price Text Tooltip ModifyTooltip CancelTooltip Quantity Editable Cancellable ExtendLeft
    LineLength LineStyle LineWidth BodyFont QuantityFont LineColor BodyBorderColor BodyTextColor
    BodyBackgroundColor CancelButtonBackgroundColor QuantityBackgroundColor QuantityBorderColor
    QuantityTextColor CancelButtonBorderColor CancelButtonIconColor onMove onMoving onModify onCancel
    ProtectTooltip ReverseTooltip CloseTooltip onClose onReverse Direction ArrowHeight ArrowSpacing
    Time`),
  'b.6': names(`
    header_widget header_symbol_search symbol_search_hot_key header_resolutions header_chart_type
    header_settings header_indicators header_compare header_undo_redo header_screenshot
    header_fullscreen_button header_saveload left_toolbar control_bar timeframes_toolbar
    legend_widget edit_buttons_in_legend context_menus pane_context_menu scales_context_menu
    legend_context_menu main_series_scale_menu display_market_status property_pages countdown
    timezone_menu symbol_info go_to_date use_localstorage_for_settings
    save_chart_properties_to_local_storage items_favoriting create_volume_indicator_by_default
    volume_force_overlay chart_scroll chart_zoom horz_touch_drag_scroll vert_touch_drag_scroll
    mouse_wheel_scroll mouse_wheel_scale pressed_mouse_move_scroll pinch_scale
    axis_pressed_mouse_move_scale shift_visible_range_on_new_bar right_bar_stays_on_scroll
    uppercase_instrument_names source_selection_markers show_object_tree
    hide_left_toolbar_by_default hide_right_toolbar snapshot_trading_drawings seconds_resolution
    tick_resolution custom_resolutions study_templates low_density_bars fix_left_edge
    lock_visible_time_range_on_resize hide_last_na_study_output dont_show_boolean_study_arguments
    remove_library_container_border iframe_loading_compatibility_mode
    two_character_bar_marks_labels saveload_separate_drawings_storage show_symbol_logos`),
  'b.7': names(`
    paneProperties.background paneProperties.backgroundType
    paneProperties.backgroundGradientStartColor paneProperties.vertGridProperties.color
    paneProperties.horzGridProperties.color paneProperties.crossHairProperties.color
    paneProperties.topMargin paneProperties.bottomMargin paneProperties.separatorColor
    scalesProperties.textColor scalesProperties.fontSize scalesProperties.lineColor
    scalesProperties.backgroundColor scalesProperties.showSeriesLastValue
    scalesProperties.showStudyLastValue mainSeriesProperties.style
    mainSeriesProperties.candleStyle mainSeriesProperties.hollowCandleStyle
    mainSeriesProperties.haStyle mainSeriesProperties.barStyle mainSeriesProperties.lineStyle
    mainSeriesProperties.areaStyle mainSeriesProperties.baselineStyle
    mainSeriesProperties.columnStyle mainSeriesProperties.hiloStyle
    mainSeriesProperties.showPriceLine mainSeriesProperties.priceLineWidth
    mainSeriesProperties.showCountdown mainSeriesProperties.priceAxisProperties
    mainSeriesProperties.statusViewStyle.symbolTextSource timeScale.rightOffset timezone
    volumePaneSize volume.volume.color.0 volume.volume.transparency`),
}

/** The contract checks of (h) by number. */
export const checkNumbers: readonly number[] = Array.from({ length: 20 }, (_, at) => at + 1)
