export { LinePlot } from "./LinePlot";
export type { LinePlotProps, PlotBand, PlotPoint } from "./plot";
