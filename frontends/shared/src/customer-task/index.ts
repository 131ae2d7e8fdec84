export { Due } from "./Due";
export { TaskTitle } from "./TaskTitle";
export { timeLeft } from "./time-left";
export { instructionOf, titleOf } from "./words";
