export { LinePlot } from "./LinePlot";
export type { LinePlotProps, PlotBand, PlotPoint, PlotRow } from "./plot";
