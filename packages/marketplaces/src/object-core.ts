/** Resource that every object has. @source 0x1::object::ObjectCore */
export const OBJECT_CORE = '0x1::object::ObjectCore'
