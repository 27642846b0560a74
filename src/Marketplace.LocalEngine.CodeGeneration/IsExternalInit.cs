namespace System.Runtime.CompilerServices;

/// <summary>Records need it; netstandard2.0 lacks it.</summary>
internal static class IsExternalInit;
