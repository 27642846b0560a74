namespace Marketplace.Silo.Tests;

/// <summary>Says on which engine the silos of a class of tests run; without it they run on Orleans, with calls inline.</summary>
/// <remarks>A class that derives from another one repeats its tests on another engine.</remarks>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
internal sealed class OnEngineAttribute(string engine) : Attribute
{
    /// <summary>A value of the setting Engine.</summary>
    public string Engine { get; } = engine;
}
